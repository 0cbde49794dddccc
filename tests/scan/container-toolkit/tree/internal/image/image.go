// Not read: os.Getenv("RP_IN_COMMENT")
package image

import (
	"os"
	"strings"
)

type CUDA struct {
	env map[string]string
}

func (i CUDA) Getenv(key string) string { return i.env[key] }

func (i *CUDA) Visible() []string {
	if value, ok := i.env[EnvVarRequire]; ok {
		return []string{value}
	}
	i.env["RP_ONLY_SET"] = "1"
	return i.devices(i.visible()...)
}

func (i CUDA) visible() []string {
	return []string{EnvVarVisible, "RP_SECOND"}
}

func (i CUDA) devices(names ...string) []string {
	var all []string
	for _, name := range names {
		if value, ok := i.env[name]; ok {
			all = append(all, value)
		}
	}
	return all
}

func (i CUDA) requirements() (all []string) {
	for name, value := range i.env {
		if strings.HasPrefix(name, RequirePrefix) {
			all = append(all, value)
		}
	}
	return all
}

var text = "os.Getenv(\"RP_IN_STRING\")"

func home() string {
	if value, ok := os.LookupEnv("RP_LOOKED_UP"); ok {
		return value
	}
	return os.Getenv("RP_" + "HOME")
}
