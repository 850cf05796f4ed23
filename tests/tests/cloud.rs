//! The cloud home: what linters say of its template, what they do not see, and the deployed whole from end to end.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use platen_service::Limits;
use platen_service::config::{Config, Store};
use platen_service::http::routes::{RouteId, routes};
use platen_service::sign_in::SignIn;
use platen_tests::binaries;
use platen_tests::template::template;
use serde_json::{Value, json};

/// Operations that links of the one-machine home lead to; in the cloud such links lead to the object store.
const ONE_MACHINE: [RouteId; 2] = [RouteId::GetArchive, RouteId::PutBulkUpload];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// A program of an environment that tests/set-up.sh makes.
fn tool(environment: &str, program: &str) -> Command {
    let mut command = Command::new(root().join(".work").join(environment).join("bin").join(program));
    command.current_dir(root());
    command
}

fn output(command: &mut Command) -> String {
    let output =
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; run `make setup-test`"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// The resources of a kind, by name.
fn resources(kind: &str) -> BTreeMap<&'static str, &'static Value> {
    let all = template()["Resources"].as_object().unwrap().iter();
    let of_kind = all.filter(|(_, resource)| resource["Type"] == kind);
    of_kind.map(|(name, resource)| (name.as_str(), &resource["Properties"])).collect()
}

fn get_att(name: &str, attribute: &str) -> Value {
    json!({ "Fn::GetAtt": [name, attribute] })
}

#[test]
fn cfn_lint_finds_nothing() {
    output(tool("infra", "cfn-lint").args(["--regions", "eu-central-1", "--", "infra/template.yaml"]));
    output(tool("infra", "python").arg("tests/cloud/linted.py"));
}

#[test]
fn checkov_finds_nothing_but_what_was_decided() {
    let skips = std::fs::read_to_string(root().join("infra/checkov-skips.txt")).unwrap();
    let skips: Vec<&str> = skips
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (check, reason) = line.split_once(' ').unwrap();
            assert!(reason.trim().len() > 20, "{check} is skipped without a reason");
            check
        })
        .collect();
    output(
        tool("checkov", "checkov")
            .args(["--framework", "cloudformation", "--skip-download", "--quiet"])
            .args(["--compact", "--file", "infra/template.yaml", "--skip-check", &skips.join(",")]),
    );
}

#[test]
fn the_gateway_has_the_services_routes_and_no_others() {
    let wanted: BTreeSet<String> = routes()
        .iter()
        .filter(|route| !ONE_MACHINE.contains(&route.id))
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    let routes = resources("AWS::ApiGatewayV2::Route");
    let given: BTreeSet<String> =
        routes.values().map(|route| route["RouteKey"].as_str().unwrap().to_owned()).collect();
    assert_eq!(given, wanted);

    let (integrations, permissions) =
        (resources("AWS::ApiGatewayV2::Integration"), resources("AWS::Lambda::Permission"));
    for (name, route) in routes {
        // Behind a front nobody comes in by another door.
        assert_eq!(route["AuthorizationType"], json!({ "Fn::If": ["HasFront", "CUSTOM", "NONE"] }), "{name}");
        let target = route["Target"]["Fn::Sub"].as_str().unwrap();
        let target = target.strip_prefix("integrations/${").and_then(|rest| rest.strip_suffix('}')).unwrap();
        let uri = &integrations[target]["IntegrationUri"];
        // Where another function may stand in its place, the usual one is named last.
        let uri = uri["Fn::If"].get(2).unwrap_or(uri);
        let function = uri["Fn::GetAtt"][0].as_str().unwrap();
        assert_eq!(integrations[target]["PayloadFormatVersion"], "2.0");
        assert!(
            permissions.values().any(|permission| {
                let allowed = &permission["FunctionName"];
                allowed["Fn::If"].get(2).unwrap_or(allowed) == &json!({ "Ref": function })
                    && permission["Principal"] == "apigateway.amazonaws.com"
            }),
            "{name}: the gateway may not call {function}"
        );
        // One function has several routes.
        let several = [
            "DescribeService",
            "GenerateDocument",
            "GenerateTemplateMetadata",
            "ListBulkGenerationJobs",
            "ManageAccess",
            "ManageTemplates",
            "ManageWebhooks",
        ]
        .contains(&function);
        assert!(several || name == format!("{function}Route"), "{name}");
    }
}

/// A value where none of the conditions holds that it asks.
fn last(value: &Value) -> &Value {
    value["Fn::If"].get(2).map_or(value, last)
}

#[test]
fn every_function_is_deployed_as_it_is_built() {
    let mut functions = resources("AWS::Lambda::Function");
    // One is an option: the check of what comes through CloudFront.
    functions.retain(|_, function| function["Code"]["S3Key"].is_string());
    for (name, function) in &functions {
        // A runtime that does not exist passes cfn-lint, and fails at the first request.
        assert_eq!(function["Runtime"], "provided.al2023", "{name}");
        assert_eq!(function["Architectures"], json!(["arm64"]), "{name}");
        assert_eq!(function["TracingConfig"]["Mode"], json!({ "Ref": "Tracing" }), "{name}");
        assert_eq!(function["LoggingConfig"]["LogGroup"], json!({ "Ref": "FunctionsLog" }), "{name}");
        assert_eq!(function["Role"], get_att(&format!("{name}Role"), "Arn"), "{name}");
        let variables = function["Environment"]["Variables"].as_object().unwrap();
        let read = |given: &[(&str, &str)]| {
            let parameter = |reference: &Value| {
                let name = reference["Ref"].as_str()?;
                let of_name = given.iter().find(|(known, _)| *known == name);
                of_name.map(|(_, text)| (*text).to_owned())
            };
            Config::read(|variable| match variables.get(variable)? {
                Value::String(text) => Some(text.clone()),
                optional if last(optional) == "" => parameter(&optional["Fn::If"][1]),
                made if *made == get_att("Api", "ApiEndpoint") => Some("https://api.example.com".to_owned()),
                reference => match reference["Ref"].as_str() {
                    Some(name) if template()["Parameters"][name]["Default"] == "" => parameter(reference),
                    _ => Some(reference.to_string()),
                },
            })
        };
        let config = read(&[]).unwrap();
        assert!(matches!(config.store, Store::Aws(_)) && config.sign_in.is_none(), "{name}");
        let config = read(&[
            ("PublicUrl", "https://documents.example.com"),
            ("ConsoleOrigin", "https://console.example.com"),
            ("OidcIssuer", "https://login.example.com"),
            ("OidcClientId", "platen"),
            ("OidcGroups", "office=operator@9d2c5f0e-7a34-4b1c-8f5e-2b7c60a1d3e4"),
        ]);
        // Every function knows sessions; one begins them.
        let config = config.unwrap();
        assert!(SignIn::new(config.sign_in.unwrap(), config.public_url, None, None).is_ok(), "{name}");
    }
    let deployed: BTreeSet<String> = functions
        .values()
        .map(|function| function["Code"]["S3Key"].as_str().unwrap().strip_suffix(".zip").unwrap().to_owned())
        .collect();
    let folders = std::fs::read_dir(root().join("functions")).unwrap();
    let mut folders: BTreeSet<String> =
        folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect();
    assert!(folders.remove("platen"));
    assert_eq!(deployed, folders);
}

#[test]
fn what_makes_pdfs_is_packed_beside_the_functions_that_need_it() {
    let text = |path: &Path| std::fs::read_to_string(root().join(path)).unwrap();
    let functions = std::fs::read_dir(root().join("functions")).unwrap().map(|folder| folder.unwrap().path());
    let mut needing: Vec<String> = functions
        .filter(|folder| text(&folder.join("src/main.rs")).contains("_with_pdf("))
        .map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    needing.sort();
    let packed = format!("for function in {}; do", needing.join(" "));
    assert!(text(Path::new("infra/package.sh")).contains(&packed), "{packed}");
    let tested = format!("WITH_CONVERTER = (\"{}\")", needing.join("\", \""));
    assert!(text(Path::new("tests/cloud/deployment.py")).contains(&tested), "{tested}");
}

#[test]
fn queues_retry_and_lose_nothing() {
    let (queues, functions) = (resources("AWS::SQS::Queue"), resources("AWS::Lambda::Function"));
    let mappings = resources("AWS::Lambda::EventSourceMapping");
    for (name, mapping) in &mappings {
        if ["PublishEndsMapping", "QueueCallbacksMapping"].contains(name) {
            // A stream's batch fails whole and is halved, until it is dropped into the dead letters.
            assert_eq!(mapping["BisectBatchOnFunctionError"], true);
            let failed = &mapping["DestinationConfig"]["OnFailure"]["Destination"];
            assert_eq!(*failed, get_att("JobEndedDeadLetters", "Arn"));
            continue;
        }
        // Without it failed messages are deleted; a misspelt value passes cfn-lint.
        assert_eq!(mapping["FunctionResponseTypes"], json!(["ReportBatchItemFailures"]), "{name}");
        // A message is a batch already.
        assert_eq!(mapping["BatchSize"], 1, "{name}");
        assert!(!mapping["ScalingConfig"]["MaximumConcurrency"].is_null(), "{name}");
        let queue = queues[mapping["EventSourceArn"]["Fn::GetAtt"][0].as_str().unwrap()];
        let caller = &mapping["FunctionName"];
        let function = functions[caller["Fn::If"].get(2).unwrap_or(caller)["Ref"].as_str().unwrap()];
        let (hidden, time) = (queue["VisibilityTimeout"].as_u64(), function["Timeout"].as_u64());
        // What fails is shown again by its function; this long waits what a function died over.
        assert!(hidden > time && hidden <= time.map(|time| time.max(60) * 6), "{name}");
    }
    let limits = Limits::default();
    for (name, queue) in &queues {
        if name.ends_with("DeadLetters") {
            assert_eq!(queue["MessageRetentionPeriod"], 14 * 24 * 3600, "{name}");
            continue;
        }
        let deliveries = queue["RedrivePolicy"]["maxReceiveCount"].as_u64().unwrap();
        if *name == "CallbackQueue" {
            // The function gives up; a message that goes before would not be told as often as the limit says.
            assert!(deliveries > 2 * u64::from(limits.callback_tries), "{name}");
        } else {
            // The function counts deaths and ends what is hopeless; deliveries that a store's fault ended do not count.
            assert!(deliveries >= u64::from(limits.work_tries), "{name}");
        }
        let letters = queue["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0].as_str().unwrap();
        // One function does both, and settles what is left of both.
        let work = if *name == "CutQueue" { "Assemble" } else { name.strip_suffix("Queue").unwrap() };
        assert_eq!(letters, format!("{work}DeadLetters"));
    }
}

/// The statements of a role's own policies.
fn statements(role: &Value) -> impl Iterator<Item = &Value> {
    let policies = role["Policies"].as_array().into_iter().flatten();
    policies.flat_map(|policy| policy["PolicyDocument"]["Statement"].as_array().unwrap())
}

#[test]
fn no_right_is_wider_than_its_function() {
    let roles = resources("AWS::IAM::Role");
    let shared = resources("AWS::IAM::ManagedPolicy");
    let own = roles.iter().flat_map(|(name, role)| statements(role).map(move |said| (name, said)));
    let shared = shared.iter().flat_map(|(name, policy)| {
        policy["PolicyDocument"]["Statement"].as_array().unwrap().iter().map(move |said| (name, said))
    });
    for (name, statement) in own.chain(shared) {
        let (actions, on) = (statement["Action"].to_string(), statement["Resource"].to_string());
        assert!(!actions.contains('*'), "{name}: {actions}");
        // What Lambda itself does with a function's role: EC2 and X-Ray take no resource of these.
        if ["UseNetwork", "SendTraces"].contains(name) {
            let mut actions =
                statement["Action"].as_array().unwrap().iter().map(|action| action.as_str().unwrap());
            assert!(
                actions.all(|action| action.starts_with("ec2:") || action.starts_with("xray:")),
                "{name}"
            );
            continue;
        }
        // Below a folder of a bucket, and nowhere else, any name may follow.
        let folders = on.replace("/*\"", "\"");
        assert!(!folders.contains('*') && on != "null", "{name}: {on}");
        assert!(
            !on.contains("${AWS::Region}/*") && !on.contains("${Bucket}/*"),
            "{name} may touch a whole bucket: {on}"
        );
        let writes = ["PutItem", "UpdateItem", "DeleteItem"].iter().any(|word| actions.contains(word));
        let secrets = on.contains("SecretsTable");
        assert!(!writes || secrets || !statement["Condition"].is_null(), "{name} writes any record: {on}");
    }
    // What answers requests for reading cannot write, but for the rates that requests are taken from.
    for name in ["GetTemplatesRole", "GenerateModelRole", "GetSubscriptionRole", "GetBulkGenerationJobRole"] {
        let text = json!(statements(roles[name]).collect::<Vec<_>>()).to_string();
        assert!(!["Put", "Update", "Delete", "Send"].iter().any(|word| text.contains(word)), "{name}");
    }
}

/// Rules of AWS that linters do not know, on the template as three deployments have it; each rule is seen to object.
#[test]
fn aws_would_refuse_nothing() {
    output(tool("infra", "python").arg("tests/cloud/rules.py"));
}

#[test]
fn a_wrong_parameter_is_said_before_anything_is_built() {
    output(tool("infra", "python").arg("tests/cloud/checks.py"));
}

/// The package is the same bytes each time; the CDK makes the same template of it, and Terraform's files name what is there.
#[test]
fn the_cdk_and_terraform_wrap_the_package() {
    output(tool("infra", "python").arg("tests/cloud/wrappers.py"));
}

/// Policies for people: with real names in the places of the variables they are within IAM's bounds for a role's own.
#[test]
fn the_roles_of_people_fit_into_roles() {
    for name in ["boundary", "deploy", "deploy-options", "operator"] {
        let text = std::fs::read_to_string(root().join(format!("infra/roles/{name}.json"))).unwrap();
        let text = text.replace("${ACCOUNT}", "123456789012").replace("${REGION}", "us-gov-west-1");
        let text = text.replace("${PARTITION}", "aws-us-gov");
        let policy: Value = serde_json::from_str(&text.replace("${STACK}", &"x".repeat(23))).unwrap();
        assert!(policy.to_string().len() < 10_240, "{name}: IAM's bound of a role's own policies");
        for statement in policy["Statement"].as_array().unwrap() {
            let actions = statement["Action"].as_array().unwrap();
            assert!(actions.iter().all(|action| !action.as_str().unwrap().ends_with(":*")), "{statement}");
        }
    }
    output(tool("infra", "python").arg("tests/cloud/deploy_roles.py"));
}

/// That the comparison of noted calls with rights finds what is wrong; `make test` compares them at its end.
#[test]
fn rights_are_compared_with_calls() {
    output(tool("infra", "python").arg("tests/cloud/rights.py"));
}

#[test]
fn who_signs_reads_the_secrets_and_nobody_else() {
    for (name, role) in resources("AWS::IAM::Role") {
        let policies = role["Policies"].as_array().into_iter().flatten();
        let statements =
            policies.flat_map(|policy| policy["PolicyDocument"]["Statement"].as_array().unwrap());
        for statement in statements.filter(|statement| statement.to_string().contains("[\"SecretsTable\"")) {
            match name {
                "DeliverCallbackRole" => {}
                // Who makes webhooks writes their addresses, and reads nothing.
                "ManageWebhooksRole" => {
                    let actions = statement["Action"].to_string();
                    assert!(!["Get", "Query", "Scan", "Batch"].iter().any(|word| actions.contains(word)));
                    let keys = &statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];
                    assert_eq!(keys, &json!(["WEBHOOKS#*"]));
                }
                other => panic!("{other}: {statement}"),
            }
        }
    }
}

#[test]
fn everything_that_can_fail_has_its_alarm_and_its_runbook() {
    let alarms = resources("AWS::CloudWatch::Alarm");
    let throttled: String = alarms
        .iter()
        .filter(|(name, _)| name.ends_with("ThrottledAlarm"))
        .map(|(_, alarm)| alarm["Metrics"].to_string())
        .collect();
    for name in resources("AWS::Lambda::Function").keys() {
        let metrics = alarms[format!("{name}Alarm").as_str()]["Metrics"].to_string();
        let function = format!(r#"{{"Ref":"{name}"}}"#);
        assert_eq!(metrics.matches(&function).count(), 2, "{metrics}");
        assert!(metrics.contains("Errors") && metrics.contains("Invocations"), "{name}");
        assert!(throttled.contains(&function), "{name}");
    }
    let read: Vec<&Value> = resources("AWS::Lambda::EventSourceMapping")
        .into_values()
        .map(|mapping| &mapping["EventSourceArn"]["Fn::GetAtt"][0])
        .collect();
    for name in resources("AWS::SQS::Queue").keys() {
        let metric = match name.strip_suffix("Queue") {
            Some(_) => "ApproximateAgeOfOldestMessage",
            // What a function takes at once is never seen to wait.
            None if read.contains(&&Value::from(*name)) => "NumberOfMessagesReceived",
            None => "ApproximateNumberOfMessagesVisible",
        };
        let watched = json!([{ "Name": "QueueName", "Value": get_att(name, "QueueName") }]);
        assert!(
            alarms.values().any(|alarm| alarm["MetricName"] == metric && alarm["Dimensions"] == watched),
            "{name}"
        );
    }
    let deploy = std::fs::read_to_string(root().join("docs/deploy.md")).unwrap();
    for (name, alarm) in alarms {
        assert!(!alarm["AlarmActions"].is_null() && !alarm["OKActions"].is_null(), "{name}");
        let said = alarm["AlarmDescription"].as_str().unwrap();
        let (_, runbook) = said.split_once(" Runbook ").unwrap_or_else(|| panic!("{name}: {said}"));
        let row = format!("| `{}` |", runbook.trim_end_matches('.'));
        assert!(deploy.contains(&row), "docs/deploy.md has no row {row}, which {name} names");
    }
}

/// The emulator has no alarms on metric math: their expressions are worked out on courses of their metrics.
#[test]
fn alarms_ring_when_they_should() {
    output(tool("infra", "python").arg("tests/cloud/alarms.py"));
}

#[test]
fn what_is_stored_is_private_and_comes_over_encrypted_connections_alone() {
    let refused = json!({ "Bool": { "aws:SecureTransport": "false" } });
    for (name, bucket) in resources("AWS::S3::Bucket") {
        let policy = &resources("AWS::S3::BucketPolicy")[format!("{name}Policy").as_str()]["PolicyDocument"];
        let statement = &policy["Statement"][0];
        assert_eq!((&statement["Effect"], &statement["Condition"]), (&"Deny".into(), &refused), "{name}");
        assert!(bucket["PublicAccessBlockConfiguration"].as_object().unwrap().values().all(|on| *on == true));
        assert_eq!(bucket["OwnershipControls"]["Rules"][0]["ObjectOwnership"], "BucketOwnerEnforced");
    }
    let policy = resources("AWS::SQS::QueuePolicy")["QueuesPolicy"];
    let statement = &policy["PolicyDocument"]["Statement"][0];
    assert_eq!((&statement["Effect"], &statement["Condition"]), (&"Deny".into(), &refused));
    // On each queue, and on that queue: SQS refuses a policy that names others.
    assert_eq!(statement["Resource"], "*");
    let queues: Vec<Value> = resources("AWS::SQS::Queue").keys().map(|name| json!({ "Ref": name })).collect();
    let covered = policy["Queues"].as_array().unwrap();
    assert!(queues.iter().all(|queue| covered.contains(queue)));
    // What a job leaves behind goes by itself, and never before its archive may.
    let rule = &resources("AWS::S3::Bucket")["JobsBucket"]["LifecycleConfiguration"]["Rules"][0];
    let days = rule["ExpirationInDays"].as_u64().unwrap();
    assert!((2..=3).contains(&days) && days * 24 * 3600 > Limits::default().archive_life.as_secs());
}

/// Deploys the template with this build's binaries into an emulator, and uses it as its callers and its operator do.
#[test]
fn the_deployed_whole_works_from_end_to_end() {
    let platen = binaries::binary("platen");
    output(tool("infra", "python").args(["tests/cloud/end_to_end.py"]).arg(platen.parent().unwrap()));
}
