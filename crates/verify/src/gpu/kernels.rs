//! Kernels as PTX text for Turing and newer: no compiler is needed, the driver translates them.

use std::ffi::CString;
use std::fmt::Write;

const HEAD: &str = ".version 6.4\n.target sm_75\n.address_size 64\n";

/// Does nothing.
const EMPTY: &str = ".visible .entry empty() { ret; }\n";

/// Runs for so many nanoseconds.
const SPIN: &str = "
.visible .entry spin(.param .u64 time) {
  .reg .u64 %time, %start, %now;
  .reg .pred %on;
  ld.param.u64 %time, [time];
  mov.u64 %start, %globaltimer;
L: mov.u64 %now, %globaltimer;
  sub.u64 %now, %now, %start;
  setp.lt.u64 %on, %now, %time;
  @%on bra L;
  ret;
}
";

/// Writes a number to an address.
const STORE: &str = "
.visible .entry store(.param .u64 address) {
  .reg .u64 %address;
  .reg .u32 %one;
  ld.param.u64 %address, [address];
  mov.u32 %one, 1;
  st.global.u32 [%address], %one;
  ret;
}
";

/// Waits until the number at an address is no longer 0.
const WAIT: &str = "
.visible .entry wait(.param .u64 address) {
  .reg .u64 %address;
  .reg .u32 %value;
  .reg .pred %on;
  ld.param.u64 %address, [address];
L: ld.volatile.global.u32 %value, [%address];
  setp.eq.u32 %on, %value, 0;
  @%on bra L;
  ret;
}
";

/// Bytes of the data in [`with_data`].
pub(crate) const DATA: usize = 256 << 20;

/// Instructions of [`long`]: translating them takes long enough to be timed.
const LONG: usize = 8_000;

/// The module with all small kernels: `empty`, `spin`, `store`, `wait`.
pub(crate) fn small() -> CString {
    text(&[EMPTY, SPIN, STORE, WAIT].concat())
}

/// A module with a kernel and an array of [`DATA`] bytes called `data`.
pub(crate) fn with_data() -> CString {
    text(&format!(
        ".visible .global .align 16 .b8 data[{DATA}];\n{EMPTY}"
    ))
}

/// A module that takes long to translate and has a text that no cache has seen: `salt` is in it.
pub(crate) fn long(salt: u32) -> CString {
    let mut body = format!(
        ".visible .entry long(.param .u64 address) {{\n.reg .u64 %a;\n.reg .u32 %x, %y;\n\
         ld.param.u64 %a, [address];\nmov.u32 %x, {salt};\nmov.u32 %y, %tid.x;\n"
    );
    for step in 0..LONG {
        // A dependent chain, which cannot be folded away.
        let _ = writeln!(body, "mad.lo.u32 %x, %x, %y, {step};\nxor.b32 %y, %y, %x;");
    }
    body.push_str("st.global.u32 [%a], %x;\nret;\n}\n");
    text(&body)
}

fn text(body: &str) -> CString {
    // PTX has no byte 0.
    CString::new(format!("{HEAD}{body}")).unwrap_or_default()
}
