package main

import (
	"example.com/internal/image"
	"github.com/urfave/cli/v3"
)

var flag = cli.StringFlag{
	Name:    "config",
	Sources: cli.EnvVars("RP_CONFIG", "RP_CONFIG_OLD"),
}

func run(i image.CUDA) string {
	return i.Getenv(image.EnvVarVisible)
}
