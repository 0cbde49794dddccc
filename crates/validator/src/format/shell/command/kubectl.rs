//! `kubectl run` and `kubectl exec`: the program in the pod.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::run::{Invocation, Shell};
use super::super::state::Variables;
use super::{docker, inner, launch, run_program, setting};
use crate::reading::Reach;

/// `kubectl set env OBJECT NAME=value…`
fn set_env(shell: &mut Shell, texts: &[String], arguments: &[Field]) {
    if texts.len() < 3 || texts[0] != "set" || texts[1] != "env" {
        return;
    }
    for field in &arguments[2..] {
        if let Some((name, name_span, parts)) = setting::split(field) {
            let found = setting::assignment(&name, name_span, parts, field, Reach::Program);
            shell.record_assignment(found, true);
        }
    }
}

/// `kubectl`
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let texts: Vec<String> = arguments.iter().map(Field::text).gathered();
    let action = texts
        .iter()
        .find(|text| matches!(text.as_str(), "run" | "exec"));
    let Some(action) = action else {
        set_env(shell, &texts, arguments);
        return launch::launch(shell, "kubectl", invocation);
    };
    inner::passing(shell, |_| false);
    let end = texts.iter().position(|text| text == "--");
    let mut vars = Variables::default();
    let mut image = None;
    for (index, text) in texts.iter().enumerate().take(end.unwrap_or(texts.len())) {
        if text == "--env" {
            arguments.get(index + 1).into_iter().for_each(|field| {
                setting::put(shell, &mut vars, field);
            });
        } else if text.starts_with("--env=")
            && let Some(field) = docker::part_of(&arguments[index], "--env=".len())
        {
            setting::put(shell, &mut vars, &field);
        } else if let Some(name) = text.strip_prefix("--image=") {
            image = Some(docker::image_name(name));
        }
    }
    shell.in_environment(vars, |shell| match (end, image) {
        (Some(end), _) => run_program(shell, &invocation.from(1 + end + 1)),
        (None, Some(image)) if action == "run" => launch::launch(shell, &image, invocation),
        _ => launch::launch(shell, "kubectl", invocation),
    });
}
