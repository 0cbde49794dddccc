//! Blocks that may run or not, in texts that are read line by line: what they set is not known
//! after them.

use super::session::Session;

/// The blocks that are open, each with the variables it sets.
#[derive(Debug, Default)]
pub(crate) struct Branches {
    open: Vec<Vec<String>>,
}

impl Branches {
    /// A block begins.
    pub(crate) fn open(&mut self, session: &mut Session) {
        session.mark_seen();
        self.open.push(Vec::new());
    }

    /// A variable is set here.
    pub(crate) fn touch(&mut self, name: &str) {
        if let Some(block) = self.open.last_mut() {
            block.push(name.to_owned());
        }
    }

    /// The innermost block ends.
    pub(crate) fn close(&mut self, session: &mut Session) {
        let Some(touched) = self.open.pop() else {
            return;
        };
        session.mark_seen();
        for name in touched {
            if let Some(setting) = session.environment.get_mut(&name) {
                setting.value = None;
            }
            self.touch(&name);
        }
    }
}
