//! What `deploy/` says to Kubernetes and to the runners of GitHub and GitLab: well-formed, and with
//! the restrictions that the documents promise.

use std::path::Path;
use std::process::{Command, Stdio};

use readpoint_tests::hosting::BASE;
use readpoint_tests::needs;
use serde_json::{Value, json};

/// The documents of a YAML file, as Python's parser reads them.
fn documents(file: &str) -> Option<Vec<Value>> {
    const READ: &str =
        "import json, sys, yaml; json.dump(list(yaml.safe_load_all(sys.stdin)), sys.stdout)";
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../deploy")
        .join(file);
    let text = std::fs::File::open(path).expect("a file of deploy/");
    let known = Command::new("python3").args(["-c", "import yaml"]).output();
    let there = known.is_ok_and(|it| it.status.success()).then_some(());
    needs::or_skip(there, "Python with PyYAML")?;
    let run = Command::new("python3")
        .args(["-c", READ])
        .stdin(Stdio::from(text))
        .output();
    let output = run.expect("it ran a moment ago");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{file}: {said}");
    Some(serde_json::from_slice(&output.stdout).expect("Python writes JSON"))
}

#[test]
fn the_pod_may_do_nothing_but_serve() {
    let Some(documents) = documents("kubernetes/readpoint.yaml") else {
        return;
    };
    let kinds: Vec<_> = documents.iter().map(|it| it["kind"].clone()).collect();
    assert_eq!(kinds, ["Deployment", "Service", "Ingress"]);
    let pod = &documents[0]["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    for (place, expected) in [
        ("/automountServiceAccountToken", json!(false)),
        ("/enableServiceLinks", json!(false)),
        ("/securityContext/runAsNonRoot", json!(true)),
        ("/securityContext/runAsUser", json!(65532)),
        (
            "/securityContext/seccompProfile/type",
            json!("RuntimeDefault"),
        ),
        (
            "/containers/0/securityContext/readOnlyRootFilesystem",
            json!(true),
        ),
        (
            "/containers/0/securityContext/allowPrivilegeEscalation",
            json!(false),
        ),
        (
            "/containers/0/securityContext/capabilities",
            json!({"drop": ["ALL"]}),
        ),
        (
            "/volumes/0/name",
            container["volumeMounts"][0]["name"].clone(),
        ),
        ("/containers/0/volumeMounts/0/mountPath", json!("/tmp")),
    ] {
        assert_eq!(pod.pointer(place), Some(&expected), "{place}");
    }
    assert!(container["resources"]["limits"]["memory"].is_string());
    for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
        let path = container[probe]["httpGet"]["path"]
            .as_str()
            .unwrap_or_default();
        assert!(path.starts_with(BASE), "{probe}: {path}");
        assert_eq!(
            container[probe]["httpGet"]["port"],
            container["ports"][0]["name"]
        );
    }
}

#[test]
fn the_address_leads_to_the_pod() {
    let Some(documents) = documents("kubernetes/readpoint.yaml") else {
        return;
    };
    let [deployment, service, ingress] = &documents[..] else {
        panic!("three documents");
    };
    let selected = &service["spec"]["selector"];
    assert_eq!(*selected, deployment["spec"]["selector"]["matchLabels"]);
    assert_eq!(
        *selected,
        deployment["spec"]["template"]["metadata"]["labels"]
    );
    let port = &deployment["spec"]["template"]["spec"]["containers"][0]["ports"][0];
    assert_eq!(service["spec"]["ports"][0]["targetPort"], port["name"]);
    let path = &ingress["spec"]["rules"][0]["http"]["paths"][0];
    assert_eq!(path["path"], BASE.trim_end_matches('/'));
    assert_eq!(
        path["backend"]["service"]["name"],
        service["metadata"]["name"]
    );
    let port = &path["backend"]["service"]["port"]["name"];
    assert_eq!(*port, service["spec"]["ports"][0]["name"]);
}

#[test]
fn workflows_ask_for_no_more_than_they_need() {
    let Some(github) = documents("pages/github.yml") else {
        return;
    };
    let wanted = json!({"contents": "read", "pages": "write", "id-token": "write"});
    assert_eq!(github[0]["permissions"], wanted);
    let Some(gitlab) = documents("pages/gitlab.yml") else {
        return;
    };
    assert_eq!(gitlab[0]["pages"]["artifacts"]["paths"], json!(["public"]));
}
