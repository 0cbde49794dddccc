package main

import "os"

var fromTest = os.Getenv("RP_TEST_ONLY")
