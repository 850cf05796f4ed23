//! The tools for agents, called by the inspector of the Model Context Protocol: over stdin and stdout as `platen mcp` serves
//! them, and over HTTP at `/mcp`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use platen_tests::binaries::binary;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use serde_json::{Value, json};

/// A way to the tools.
enum Way<'a> {
    /// `platen mcp`, with the folder of its files.
    Stdio(Option<&'a Path>),
    Http,
}

fn inspector() -> Command {
    let folder = "../.work/inspector/node_modules/@modelcontextprotocol/inspector-cli/build";
    let mut command = Command::new("node");
    // It looks for its own package beside the folder that it is started in.
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).args(["cli.js", "--cli"]);
    command
}

/// What the inspector printed; the text of its complaint where it failed.
fn printed(command: &mut Command) -> Result<Value, String> {
    let output = command.output().unwrap_or_else(|error| panic!("{error}; run `make setup-test`"));
    let said = String::from_utf8(output.stderr).unwrap();
    if output.status.success() { Ok(serde_json::from_slice(&output.stdout).unwrap()) } else { Err(said) }
}

fn inspect(server: &Server, key: &str, way: &Way, words: &[&str]) -> Result<Value, String> {
    let url = format!("http://{}", server.address());
    let mut command = inspector();
    match way {
        Way::Stdio(files) => {
            command.arg(binary("platen")).args(["mcp", "--url", &url, "--key", key]);
            if let Some(files) = files {
                command.arg("--files").arg(files);
            }
        }
        Way::Http => {
            command.arg(format!("{url}/mcp")).args(["--header", &format!("x-functions-key: {key}")]);
        }
    }
    printed(command.args(words))
}

fn call(server: &Server, key: &str, way: &Way, tool: &str, arguments: &Value) -> Value {
    let pairs: Vec<String> =
        arguments.as_object().unwrap().iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut words = vec!["--method", "tools/call", "--tool-name", tool];
    for pair in &pairs {
        words.extend(["--tool-arg", pair.as_str()]);
    }
    inspect(server, key, way, &words).unwrap()
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// What a tool answered, as text for a model and as a value for programs.
fn answer(result: &Value) -> Value {
    assert!(result["isError"] != true, "{result}");
    let answer: Value = serde_json::from_str(text(result)).unwrap();
    assert_eq!(result["structuredContent"], answer);
    answer
}

/// What a tool complained of.
fn complaint(result: &Value) -> &str {
    assert!(result["isError"] == true, "{result}");
    text(result)
}

fn key(server: &Server, scope: &str) -> String {
    let body = json!({ "name": "agent", "scope": scope }).to_string();
    server.post("/api/keys", body).json()["key"].as_str().unwrap().to_owned()
}

#[test]
fn an_agent_finds_its_way_to_a_document() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let files = folder.path();
    server.template("note.docx", &docx(&["Dear {{ name }}, {{ sum }}"]));
    for way in [Way::Http, Way::Stdio(None), Way::Stdio(Some(files))] {
        let has_files = matches!(way, Way::Stdio(Some(_)));
        let listed = inspect(&server, server.key(), &way, &["--method", "tools/list"]).unwrap();
        let tools = listed["tools"].as_array().unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        let expected = "find_templates describe_template starter_data check_data make_document start_job get_job cancel_job \
            draft_template";
        assert_eq!(names.join(" "), expected);
        for tool in tools {
            // The inspector compares each answer with the schema of its tool.
            let schemas = ["inputSchema", "outputSchema"].map(|schema| tool[schema]["type"] == "object");
            assert!(schemas == [true, true] && tool["annotations"]["readOnlyHint"].is_boolean(), "{tool}");
        }
        // Files are offered only where there is a folder for them.
        assert_eq!(tools[4]["inputSchema"]["properties"]["saveTo"].is_object(), has_files);

        let run = |tool: &str, arguments: Value| call(&server, server.key(), &way, tool, &arguments);
        let found = answer(&run("find_templates", json!({ "query": "NOTE.docx" })));
        let id = found["templates"][0]["templateId"].as_str().unwrap();
        assert_eq!((&found["found"], &found["registered"]), (&json!(1), &json!(4)));
        let none = answer(&run("find_templates", json!({ "query": "nothing of the kind" })));
        assert!(none["found"] == 0 && none["hint"].as_str().unwrap().contains("`query`"), "{none}");
        for name in ["note", "NOTE", "Note.DOCX"] {
            let described = answer(&run("describe_template", json!({ "template": name })));
            assert_eq!(described["templateId"], id, "{name}");
        }
        let described = answer(&run("describe_template", json!({ "template": id })));
        assert!(described["schema"]["properties"]["name"].is_object(), "{described}");
        let starter = answer(&run("starter_data", json!({ "template": "note.docx" })));
        let right = json!({ "template": id, "data": starter });
        assert_eq!(answer(&run("check_data", right.clone())), json!({ "fits": true, "warnings": [] }));
        let lacking = json!({ "template": id, "data": { "name": "Ada" } });
        let checked = answer(&run("check_data", lacking.clone()));
        assert!(checked["fits"] == false && checked["errors"][0]["pointer"] == "/data/sum", "{checked}");
        let refused = run("make_document", lacking);
        assert!(
            complaint(&refused).starts_with("invalid-data: ") && complaint(&refused).contains("/data/sum: ")
        );
        assert_eq!(refused.get("structuredContent"), None);
        let made = run("make_document", right);
        assert_eq!(answer(&made)["fileName"], "note.pdf");
        let resource = &made["content"][1]["resource"];
        let pdf = STANDARD.decode(resource["blob"].as_str().unwrap()).unwrap();
        assert!(
            resource["mimeType"] == "application/pdf" && pdf.starts_with(b"%PDF"),
            "{}",
            resource["mimeType"]
        );
        let blank = json!({ "template": id, "data": {}, "format": "docx", "fileName": "Blank", "options": { "missing": "empty" } });
        assert_eq!(answer(&run("make_document", blank))["fileName"], "Blank.docx");
        let linked = json!({ "template": id, "data": { "name": 1, "sum": 2 }, "asLink": true });
        let job = answer(&run("make_document", linked));
        assert!(fetch(&server, &job).starts_with(b"%PDF"), "{job}");
    }
}

#[test]
fn a_folder_that_nobody_serves_has_the_same_tools() {
    let mut server = Server::start();
    server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let data = server.data();
    let listed = |server: &Server| {
        let output = server.command(&["key", "list"]).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap().as_array().unwrap().len()
    };
    let run = || {
        let mut command = inspector();
        command.arg(binary("platen")).args(["mcp", "--data"]).arg(&data);
        let arguments = ["template=note.docx", "data={\"name\":\"Ada\"}", "asLink=true"];
        let called = command.args(["--method", "tools/call", "--tool-name", "make_document", "--tool-arg"]);
        printed(called.args(arguments))
    };
    let refused = run().unwrap_err();
    assert!(refused.contains("Connection closed"), "a server serves the folder: {refused}");
    server.terminate();
    server.wait();
    let before = listed(&server);
    let job = answer(&run().unwrap());
    assert!(job["zipUrl"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{job}");
    assert_eq!(listed(&server), before, "its key is gone");
}

/// What the link of a job leads to.
fn fetch(server: &Server, job: &Value) -> Vec<u8> {
    let link = job["zipUrl"].as_str().unwrap_or_else(|| panic!("{job}"));
    let path = link.strip_prefix(&format!("http://{}", server.address())).unwrap();
    server.send(Method::GET, path, &[], "").body.to_vec()
}

#[test]
fn an_agent_runs_jobs() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    server.template("note.docx", &docx(&["Dear {{ name }}"]));
    fs::write(folder.path().join("rows.csv"), "Client\nAda\nGrace\n").unwrap();
    let way = Way::Stdio(Some(folder.path()));
    let items = json!({ "template": "note.docx", "items": [{ "name": "Ada" }, {}], "format": "docx" });
    for way in [&Way::Http, &way] {
        let run = |tool: &str, arguments: Value| call(&server, server.key(), way, tool, &arguments);
        let started = answer(&run("start_job", items.clone()));
        let waiting = json!({ "jobId": started["jobId"], "waitSeconds": 60 });
        let job = answer(&run("get_job", waiting));
        assert_eq!((&job["status"], &job["completedCount"]), (&json!("Completed"), &json!(1)), "{job}");
        assert!(job["failedGenerations"][0]["error"].as_str().unwrap().contains("name"), "{job}");
        assert!(fetch(&server, &job).starts_with(b"PK"));
        let over = answer(&run("cancel_job", json!({ "jobId": started["jobId"], "keepFinished": true })));
        assert_eq!(over["status"], "Completed");
        let unknown = run("cancel_job", json!({ "jobId": "0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071" }));
        assert!(complaint(&unknown).starts_with("unknown-job: "), "{unknown}");
    }
    let run = |tool: &str, arguments: Value| call(&server, server.key(), &way, tool, &arguments);
    let rows = json!({ "template": "note.docx", "itemsFile": "rows.csv", "map": { "name": "Client" }, "merge": true });
    let started = answer(&run("start_job", rows));
    let saving = json!({ "jobId": started["jobId"], "waitSeconds": 60, "saveTo": "notes.pdf" });
    let job = answer(&run("get_job", saving));
    assert_eq!(job["completedCount"], 2, "{job}");
    assert!(fs::read(folder.path().join("notes.pdf")).unwrap().starts_with(b"%PDF"));
}

#[test]
fn files_of_an_agent_stay_in_their_folder() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let (way, data) = (Way::Stdio(Some(folder.path())), json!({ "name": "Ada" }));
    let id = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let save = |way: &Way, path: &str| {
        let arguments = json!({ "template": id, "data": data, "saveTo": path });
        call(&server, server.key(), way, "make_document", &arguments)
    };
    let saved: PathBuf = serde_json::from_value(answer(&save(&way, "note.pdf"))["savedTo"].take()).unwrap();
    assert!(fs::read(saved).unwrap().starts_with(b"%PDF"));
    for path in ["../note.pdf", "/tmp/note.pdf", "none/note.pdf"] {
        assert!(complaint(&save(&way, path)).contains(" must be "), "{path}");
    }
    assert!(complaint(&save(&way, "note.docx")).contains("must end in .pdf"));
    for way in [Way::Stdio(None), Way::Http] {
        assert!(complaint(&save(&way, "note.pdf")).contains("`--files FOLDER`"));
    }
    let drafted = json!({ "name": "Delivery note", "saveTo": "draft.docx", "fields": { "customer": "Ada", "lines": [{ "text": "Tea", "count": 2 }] } });
    let drafted = answer(&call(&server, server.key(), &way, "draft_template", &drafted));
    assert_eq!(drafted["fileName"], "Delivery note.docx");
    assert!(fs::read(folder.path().join("draft.docx")).unwrap().starts_with(b"PK"));
}

#[test]
fn the_scope_of_a_key_holds() {
    let server = Server::start();
    let (generate, manage) = (key(&server, "generate"), key(&server, "manage"));
    let draft = json!({ "name": "Slip", "fields": { "name": "Ada" }, "register": true });
    for way in [Way::Http, Way::Stdio(None)] {
        let run = |key: &str| call(&server, key, &way, "draft_template", &draft);
        let refused = run(&generate);
        assert!(complaint(&refused).starts_with("missing-scope: "), "{refused}");
        assert!(complaint(&refused).contains("`manage`"), "{refused}");
        let drafted = answer(&run(&manage));
        assert_eq!(drafted["registered"]["fileName"], "Slip.docx", "{drafted}");
        let found = call(&server, &generate, &way, "find_templates", &json!({ "query": "Slip" }));
        assert_eq!(answer(&found)["found"], 0, "a draft is nothing to make documents from");
    }
    // Without a key nobody learns what there is.
    let refused = inspect(&server, "plk_wrong", &Way::Http, &["--method", "tools/list"]).unwrap_err();
    assert!(refused.contains("invalid-key"), "{refused}");
    let wrong = call(&server, "plk_wrong", &Way::Stdio(None), "find_templates", &json!({}));
    assert!(complaint(&wrong).starts_with("invalid-key: "), "{wrong}");
}

/// What is sent to wait for a job with a token for its progress.
fn watching(job: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
        "name": "get_job", "arguments": { "jobId": job, "waitSeconds": 60 }, "_meta": { "progressToken": "job-7" },
    } })
}

/// Reads messages until the answer, which it returns after what was told of the progress.
fn told(messages: impl Iterator<Item = Value>) -> (Vec<Value>, Value) {
    let (mut progress, mut answer) = (Vec::new(), None);
    for message in messages {
        if message["id"] == 7 {
            answer = Some(message);
            break;
        }
        if message["method"] == "notifications/progress" {
            progress.push(message["params"].clone());
        }
    }
    (progress, answer.unwrap())
}

#[test]
fn who_waits_for_a_job_is_told_how_far_it_is() {
    let server = Server::start();
    server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let template = server.get("/api/getTemplates?pageNumber=1&pageSize=10&name=note").json();
    let items = vec![json!({ "name": "Ada" }); 20_000];
    let template = &template["items"][0]["templateId"];
    let body = json!({ "templateId": template, "format": ".docx", "items": items }).to_string();
    let start = || server.post("/api/generateDocumentsBulk", body.clone()).json()["jobId"].clone();
    let cancel = |job: &Value| {
        server.post(&format!("/api/bulkGenerationJobs/{}/cancel", job.as_str().unwrap()), "");
    };
    let seen = |progress: &[Value], answer: &Value| {
        assert!(!progress.is_empty(), "{answer}");
        assert!(progress.iter().all(|told| told["progressToken"] == "job-7" && told["total"] == 20_000.0));
        let counts: Vec<f64> = progress.iter().map(|told| told["progress"].as_f64().unwrap()).collect();
        assert!(counts.windows(2).all(|pair| pair[0] < pair[1]), "{counts:?}");
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    };

    // Over HTTP, as events that come while the call waits: the first one is there while the job runs.
    let job = start();
    let stream = std::net::TcpStream::connect(server.address()).unwrap();
    let call = watching(&job).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {}\r\nx-functions-key: {}\r\naccept: application/json, text/event-stream\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{call}",
        server.address(),
        server.key(),
        call.len()
    );
    (&stream).write_all(head.as_bytes()).unwrap();
    let mut canceled = false;
    let lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let events = lines.filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok());
    let (progress, answer) = told(events.inspect(|_: &Value| {
        if !canceled {
            cancel(&job);
            canceled = true;
        }
    }));
    seen(&progress, &answer);
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains("Canceled"), "{answer}");

    // Over stdin and stdout.
    let job = start();
    let url = format!("http://{}", server.address());
    let mut agent = Command::new(binary("platen"))
        .args(["mcp", "--url", &url, "--key", server.key()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
    } });
    let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let mut input = agent.stdin.take().unwrap();
    for message in [begin, begun, watching(&job)] {
        writeln!(input, "{message}").unwrap();
    }
    let mut canceled = false;
    let lines = BufReader::new(agent.stdout.take().unwrap()).lines().map_while(Result::ok);
    let (progress, answer) =
        told(lines.filter_map(|line| serde_json::from_str(&line).ok()).inspect(|message: &Value| {
            if message["method"] == "notifications/progress" && !canceled {
                cancel(&job);
                canceled = true;
            }
        }));
    seen(&progress, &answer);
    drop(input);
    agent.wait().unwrap();
}

#[test]
fn pages_of_other_sites_may_ask_for_the_tools_where_the_configuration_lets_them() {
    let server = Server::configured(&[("PLATEN_CORS_ORIGINS", "https://app.example.org")]);
    let ask = |origin: &str| {
        let headers = [
            ("origin", origin),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "content-type,mcp-protocol-version,x-functions-key"),
        ];
        server.send(Method::OPTIONS, "/mcp", &headers, "")
    };
    let allowed = ask("https://app.example.org");
    assert_eq!((allowed.status.as_u16(), allowed.header("allow")), (204, "POST, OPTIONS"));
    assert_eq!(allowed.header("access-control-allow-origin"), "https://app.example.org");
    assert_eq!(allowed.header("access-control-allow-methods"), "POST, OPTIONS");
    assert!(allowed.header("access-control-allow-headers").contains("mcp-protocol-version"));
    let other = ask("https://evil.example");
    assert_eq!((other.status.as_u16(), other.headers.get("access-control-allow-origin")), (204, None));
    // Of pages that sent their call in spite of that.
    for (origin, expected) in [
        ("https://app.example.org", 200),
        ("http://localhost:6274", 200),
        ("https://evil.example", 403),
        ("null", 403),
    ] {
        let headers = [
            ("origin", origin),
            ("x-functions-key", server.key()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string();
        assert_eq!(server.send(Method::POST, "/mcp", &headers, ping).status.as_u16(), expected, "{origin}");
    }
}

#[test]
fn a_program_without_a_key_is_told_where_to_sign_in() {
    let issuer = "http://127.0.0.1:1/realms/office";
    let server = Server::configured(&[
        ("PUBLIC_URL", "http://127.0.0.1:8080/platen"),
        ("PLATEN_OIDC_ISSUER", issuer),
        ("PLATEN_OIDC_CLIENT_ID", "platen"),
        ("PLATEN_OIDC_GROUPS", "office=operator"),
    ]);
    let metadata = "http://127.0.0.1:8080/platen/.well-known/oauth-protected-resource/mcp";
    let ask = |headers: &[(&str, &str)]| server.send(Method::POST, "/mcp", headers, "{}");
    let without = ask(&[]);
    assert_eq!((without.status.as_u16(), without.json()["code"].clone()), (401, json!("missing-key")));
    assert_eq!(without.header("www-authenticate"), format!("Bearer resource_metadata=\"{metadata}\""));
    let wrong = ask(&[("authorization", "Bearer plk_wrong")]);
    let challenge = format!("Bearer resource_metadata=\"{metadata}\", error=\"invalid_token\"");
    assert_eq!((wrong.status.as_u16(), wrong.header("www-authenticate")), (401, challenge.as_str()));
    for path in ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"] {
        let described = server.send(Method::GET, path, &[], "");
        assert_eq!(described.status, 200, "{path}");
        let described = described.json();
        assert_eq!(described["resource"], "http://127.0.0.1:8080/platen/mcp");
        assert_eq!(described["authorization_servers"], json!([issuer]));
    }
    // The provider does not answer, which is no fault of the token.
    let token = ask(&[("authorization", "Bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA")]);
    assert_eq!(token.status.as_u16(), 503);

    let server = Server::start();
    let without = server.send(Method::POST, "/mcp", &[], "{}");
    assert_eq!(without.header("www-authenticate"), "x-functions-key");
    let described = server.send(Method::GET, "/.well-known/oauth-protected-resource/mcp", &[], "");
    assert_eq!(described.json()["code"], "unknown-route");
}

#[test]
fn wrong_calls_say_what_is_right() {
    let server = Server::start();
    let run = |tool: &str, arguments: Value| call(&server, server.key(), &Way::Http, tool, &arguments);
    for (tool, arguments, said) in [
        ("make_document", json!({ "template": "letter.docx" }), "missing field `data`"),
        (
            "make_document",
            json!({ "template": "letter.docx", "data": {}, "colour": 1 }),
            "unknown field `colour`",
        ),
        ("start_job", json!({ "template": "letter.docx" }), "`items`"),
        ("describe_template", json!({ "template": "none.docx" }), "it has: "),
        ("describe_template", json!({ "template": "my letter" }), "it has: Letter,"),
        ("mend_template", json!({}), "the tools are find_templates"),
    ] {
        let result = run(tool, arguments);
        assert!(complaint(&result).contains(said), "{result}");
    }
    let send = |method: Method, body: &str| {
        let headers = [
            ("x-functions-key", server.key()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        server.send(method, "/mcp", &headers, body.to_owned())
    };
    let answer = send(Method::GET, "");
    assert_eq!((answer.status.as_u16(), answer.header("allow")), (405, "POST"));
    // Also while the client is still sending.
    for length in [1 << 20, 11 << 20] {
        let large = format!("\"{}\"", "a".repeat(length));
        assert_eq!(send(Method::POST, &large).json()["code"], "payload-too-large");
    }
    for (sent, code) in [("{", -32700), ("[]", -32600), ("{\"id\": 1}", -32600)] {
        let answer = send(Method::POST, sent);
        assert_eq!(
            (answer.status.as_u16(), answer.json()["error"]["code"].clone()),
            (400, json!(code)),
            "{sent}"
        );
    }
    let bearer = [
        ("authorization", format!("Bearer {}", server.key())),
        ("content-type", "application/json".to_owned()),
        ("accept", "application/json, text/event-stream".to_owned()),
    ];
    let bearer = bearer.each_ref().map(|(name, value)| (*name, value.as_str()));
    let body =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "find_templates" } });
    let answer = server.send(Method::POST, "/mcp", &bearer, body.to_string()).json();
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    // The documentation names the inspector that these tests run, since later ones need a later Node.
    let guide = include_str!("../../docs/agents.md");
    let locked: Value = serde_json::from_str(include_str!("../npm/inspector/package.json")).unwrap();
    let version = locked["dependencies"]["@modelcontextprotocol/inspector-cli"].as_str().unwrap();
    assert!(guide.contains(&format!("npx @modelcontextprotocol/inspector-cli@{version} --cli https://")));
    // Nothing to work on.
    let output = Command::new(binary("platen")).arg("mcp").env_remove("PLATEN_URL").output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("`--url`"));
}
