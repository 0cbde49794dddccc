#define RP_MACRO_NAME "RP_MACRO"
namespace rp {
constexpr const char* kName = "RP_CONSTEXPR";
static const std::string kOther{"RP_STRING"};
} // namespace rp
