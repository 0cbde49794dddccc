package image

const (
	EnvVarVisible = "RP_VISIBLE"
	RequirePrefix = "RP_REQUIRE_"
	EnvVarRequire = RequirePrefix + "CUDA"
)
