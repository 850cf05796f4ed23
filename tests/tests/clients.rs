//! Clients that public generators make of docs/openapi.json with their default settings compile, and talk with a running
//! server; and so do our own, installed from the packages that `shared/clients/dist.sh` builds.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use platen_samples::sample;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn output(command: &mut Command) -> String {
    let output =
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; run `make setup-test`"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn a_python_client() {
    let (server, scripts) = (Server::start(), root().join("tests/clients"));
    let (programs, folder) = (root().join(".work/clients/bin"), server.scratch());
    // The generator calls the formatter that is installed beside it.
    let path = format!("{}:{}", programs.display(), std::env::var_os("PATH").unwrap().display());
    output(
        Command::new(programs.join("openapi-python-client"))
            .env("PATH", path)
            .args(["generate", "--meta", "none", "--path"])
            .arg(root().join("docs/openapi.json"))
            .arg("--output-path")
            .arg(folder.join("platen_client")),
    );
    let template = folder.join("template.docx");
    fs::write(&template, (sample("letter.docx").unwrap().docx)()).unwrap();
    let said = output(
        Command::new(programs.join("python"))
            .env("PYTHONPATH", folder)
            .arg(scripts.join("python_client.py"))
            .args([&format!("http://{}", server.address()), server.key()])
            .arg(&template),
    );
    assert_eq!(said, "the Python client works\n");
}

#[test]
fn a_typescript_client() {
    let server = Server::start();
    let (modules, folder) = (root().join(".work/typescript/node_modules"), server.scratch());
    output(
        Command::new(modules.join(".bin/openapi-typescript"))
            .arg(root().join("docs/openapi.json"))
            .arg("-o")
            .arg(folder.join("platen.d.ts")),
    );
    compile(folder, "typescript_client.ts");
    let said = output(Command::new("node").arg(folder.join("typescript_client.js")).args([
        &format!("http://{}", server.address()),
        server.key(),
        &first_template(&server),
    ]));
    assert_eq!(said, "the TypeScript client works\n");
}

#[test]
fn a_client_of_hey_api() {
    let (server, modules) = (Server::start(), root().join(".work/typescript/node_modules"));
    let folder = server.scratch();
    output(
        Command::new(modules.join(".bin/openapi-ts"))
            .current_dir(folder)
            .arg("-i")
            .arg(root().join("docs/openapi.json"))
            .args(["-o", "generated", "--silent"]),
    );
    // Its imports have no endings, as bundlers and Node's loader hooks take them.
    compile_as(folder, "hey_api_client.ts", &["--module", "commonjs", "--moduleResolution", "node10"]);
    let said = output(Command::new("node").arg(folder.join("hey_api_client.js")).args([
        &format!("http://{}", server.address()),
        server.key(),
        &first_template(&server),
    ]));
    assert_eq!(said, "the client of hey-api works\n");
}

/// Compiles a program of `tests/clients` in a folder, as JavaScript beside it.
fn compile(folder: &Path, program: &str) {
    fs::write(folder.join("package.json"), r#"{"type": "module"}"#).unwrap();
    compile_as(folder, program, &["--module", "nodenext"]);
}

fn compile_as(folder: &Path, program: &str, modules: &[&str]) {
    let tools = root().join(".work/typescript/node_modules");
    fs::copy(root().join("tests/clients").join(program), folder.join(program)).unwrap();
    if !folder.join("node_modules").exists() {
        std::os::unix::fs::symlink(&tools, folder.join("node_modules")).unwrap();
    }
    output(
        Command::new(tools.join(".bin/tsc"))
            .current_dir(folder)
            .args(["--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--skipLibCheck"])
            .args(modules)
            .arg(program),
    );
}

fn first_template(server: &Server) -> String {
    let page = server.get("/api/getTemplates?pageNumber=1&pageSize=1").json();
    page["items"][0]["templateId"].as_str().unwrap().to_owned()
}

/// The packages: the wheel, the client for npm, the node for n8n, the jar, the sources for C#, the module for Go, the package
/// for PHP, and the collections. They are built once.
fn packages() -> &'static [PathBuf; 8] {
    static PACKAGES: OnceLock<[PathBuf; 8]> = OnceLock::new();
    PACKAGES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients");
        // Nothing of another version.
        _ = fs::remove_dir_all(&folder);
        platen_clients::write().unwrap();
        let said = output(Command::new(root().join("shared/clients/dist.sh")).arg(folder));
        said.lines().map(PathBuf::from).collect::<Vec<_>>().try_into().unwrap()
    })
}

/// What a program that uses a package is told: the server's address, a key, and a template.
fn given(server: &Server) -> [String; 3] {
    let template = server.scratch().join("template.docx");
    fs::write(&template, docx(&["Dear {{ name }}, note {{ number }}"])).unwrap();
    [format!("http://{}", server.address()), server.key().to_owned(), template.display().to_string()]
}

/// The service that misbehaves in the same way for all languages. It ends with this.
struct Misbehaving {
    child: Child,
    address: String,
}

impl Misbehaving {
    fn start() -> Misbehaving {
        let mut command = Command::new("python3");
        command.arg(root().join("tests/clients/misbehaving.py")).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Misbehaving { child, address: address.trim().to_owned() }
    }
}

impl Drop for Misbehaving {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn the_node_for_n8n() {
    // Where its trigger is told is this machine.
    let server = Server::configured(&[("PLATEN_CALLBACKS", "anywhere")]);
    let tools = root().join(".work/n8n/node_modules");
    let folder = server.scratch();
    let [_, _, tarball, ..] = packages();
    // The linter looks for its rules beside the package.
    let package = folder.join("n8n");
    output(Command::new("cp").arg("-r").arg(root().join("shared/clients/n8n")).arg(&package));
    std::os::unix::fs::symlink(&tools, package.join("node_modules")).unwrap();
    output(Command::new(tools.join(".bin/eslint")).current_dir(&package).args(["--max-warnings", "0", "."]));

    // n8n brings `n8n-workflow`; the node needs only its types.
    let install = ["install", "--offline", "--silent", "--legacy-peer-deps"];
    output(Command::new("npm").current_dir(folder).args(install).arg(tarball));
    fs::copy(root().join("tests/clients/n8n.mjs"), folder.join("n8n.mjs")).unwrap();
    let said = output(Command::new("node").current_dir(folder).arg("n8n.mjs").args(given(&server)));
    assert_eq!(said, "the node for n8n works\n");
}

#[test]
fn the_packages_and_the_samples() {
    let (server, scripts) = (Server::start(), root().join("tests/clients"));
    let folder = server.scratch();
    let [wheel, tarball, ..] = packages();
    let (given, misbehaving) = (given(&server), Misbehaving::start());

    // What the wheel says it needs is among the tools; it alone is installed, from its file, into an empty folder.
    let (python, site) = (root().join(".work/clients/bin/python"), folder.join("site"));
    let install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index"];
    output(Command::new(&python).args(install).arg("--dry-run").arg(wheel));
    output(Command::new(&python).args(install).args(["--no-deps", "--target"]).arg(&site).arg(wheel));
    let in_python = || {
        let mut command = Command::new(&python);
        command.env("PYTHONPATH", &site).env("MYPYPATH", &site).current_dir(folder);
        command
    };
    let said = output(in_python().arg(scripts.join("package.py")).args(&given).arg(&misbehaving.address));
    assert!(said.contains("the Python package works"), "{said}");
    documented("Python", &said);

    output(Command::new("npm").current_dir(folder).args(["install", "--offline", "--silent"]).arg(tarball));
    fs::copy(scripts.join("package.mjs"), folder.join("package.mjs")).unwrap();
    let said = output(
        Command::new("node").current_dir(folder).arg("package.mjs").args(&given).arg(&misbehaving.address),
    );
    assert!(said.contains("the npm package works"), "{said}");
    documented("TypeScript", &said);

    // The samples of the reference page are right for the packages' types.
    write_samples(folder, "Python", "py", "BASE = KEY = ''");
    write_samples(folder, "TypeScript", "ts", "declare const BASE: string, KEY: string;");
    let strict = ["-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", "mypy"];
    output(in_python().args(strict).args(["-p", "platen_client"]));
    output(in_python().args(strict).args(["--scripts-are-modules", "samples"]));
    fs::write(folder.join("tsconfig.json"), fs::read(scripts.join("samples.json")).unwrap()).unwrap();
    fs::write(folder.join("samples/package.json"), r#"{"type": "module"}"#).unwrap();
    fs::copy(scripts.join("samples.d.ts"), folder.join("samples/node.d.ts")).unwrap();
    let tools = root().join(".work/typescript/node_modules/.bin");
    output(Command::new(tools.join("tsc")).arg("--project").arg(folder));

    // As editors and bundlers see them.
    let judge = json!({
        "typeCheckingMode": "strict", "include": ["site/platen_client"], "venvPath": root().join(".work"), "venv": "clients",
    });
    fs::write(folder.join("pyrightconfig.json"), judge.to_string()).unwrap();
    output(Command::new(tools.join("pyright")).arg("--project").arg(folder));
    output(Command::new(tools.join("publint")).args(["--strict".as_ref(), tarball.as_os_str()]));
    output(Command::new(tools.join("attw")).arg(tarball));
}

#[test]
fn the_java_package() {
    let (server, [_, _, _, jar, ..]) = (Server::start(), packages());
    let jackson =
        ["databind", "core", "annotations"].map(|name| format!("/usr/share/java/jackson-{name}.jar"));
    let class_path = format!("{}:{}", jar.display(), jackson.join(":"));
    let folder = server.scratch();
    output(Command::new("xmllint").arg("--noout").arg(root().join("shared/clients/java/pom.xml")));

    let program = root().join("tests/clients/package.java");
    let (mut java, misbehaving) = (Command::new("java"), Misbehaving::start());
    java.current_dir(folder).args(["-cp", &class_path]).arg(program).args(given(&server));
    java.arg(&misbehaving.address);
    let said = output(&mut java);
    assert!(said.contains("the Java package works"), "{said}");
    documented("Java", &said);

    let method = "void run(String BASE, String KEY) throws Exception";
    fs::write(folder.join("Samples.java"), classes("Java", "java", "import ", method)).unwrap();
    output(Command::new("javac").current_dir(folder).args([
        "-cp",
        &class_path,
        "-d",
        "samples",
        "Samples.java",
    ]));
}

#[test]
fn the_csharp_package() {
    let (server, [_, _, _, _, sources, ..]) = (Server::start(), packages());
    let folder = server.scratch();
    output(Command::new("unzip").current_dir(folder).arg("-q").arg(sources));
    let project = "Platen.Client/Platen.Client.csproj";
    output(Command::new("xmllint").current_dir(folder).args(["--noout", project]));
    // A program finds the libraries beside itself.
    let json = folder.join("Newtonsoft.Json.dll");
    fs::copy("/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll", json).unwrap();
    let compile = |target: &str, source: &str, to: &str, more: &[&str]| {
        let mut compiler = Command::new("mcs");
        compiler.current_dir(folder).args(["-langversion:7.2", "-warnaserror", "-r:System.Net.Http.dll"]);
        compiler.args(["-r:Newtonsoft.Json.dll", &format!("-target:{target}"), &format!("-out:{to}")]);
        output(compiler.args(more).arg(source));
    };
    let client = "-r:Platen.Client.dll";
    compile(
        "library",
        "Platen.Client/*.cs",
        "Platen.Client.dll",
        &["-doc:Platen.Client.xml", "-nowarn:1573,1591"],
    );

    fs::copy(root().join("tests/clients/package.cs"), folder.join("package.cs")).unwrap();
    let archives = ["-r:System.IO.Compression.dll", "-r:System.IO.Compression.FileSystem.dll"];
    compile("exe", "package.cs", "package.exe", &[client, archives[0], archives[1]]);
    let (mut mono, misbehaving) = (Command::new("mono"), Misbehaving::start());
    mono.current_dir(folder).arg("package.exe").args(given(&server)).arg(&misbehaving.address);
    let said = output(&mut mono);
    assert!(said.contains("the C# package works"), "{said}");
    documented("C#", &said);

    let method = "async System.Threading.Tasks.Task Run(string BASE, string KEY)";
    fs::write(folder.join("samples.cs"), classes("C#", "csharp", "using ", method)).unwrap();
    // No sample goes on to use its answer.
    compile("library", "samples.cs", "samples.dll", &[client, "-nowarn:219"]);
}

#[test]
fn the_go_package() {
    let (server, [_, _, _, _, _, module, ..]) = (Server::start(), packages());
    let folder = server.scratch();
    output(Command::new("unzip").current_dir(folder).arg("-q").arg(module));
    let needs = "module tests\n\ngo 1.19\n\nrequire github.com/platen/platen-go v0.0.0\n\nreplace github.com/platen/platen-go => ./platen-go\n";
    fs::write(folder.join("go.mod"), needs).unwrap();
    let go = |words: &[&str]| {
        let mut command = Command::new("go");
        // No module of another is asked for, and no proxy.
        command.current_dir(folder).envs([("GOFLAGS", "-mod=mod"), ("GOPROXY", "off"), ("GOWORK", "off")]);
        output(command.env("GOCACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("go")).args(words));
    };
    let programs = ["package", "readme"].map(|name| {
        fs::create_dir(folder.join(name)).unwrap();
        folder.join(name).join("main.go")
    });
    fs::copy(root().join("tests/clients/package.go"), &programs[0]).unwrap();
    let readme = fs::read_to_string(root().join("shared/clients/go/README.md")).unwrap();
    let blocks = readme.split("```go\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    fs::write(&programs[1], blocks.collect::<Vec<_>>().join("\n")).unwrap();
    let unformatted = output(Command::new("gofmt").arg("-l").args(&programs).arg(folder.join("platen-go")));
    assert_eq!(unformatted, "");
    go(&["vet", "./...", "github.com/platen/platen-go"]);
    go(&["build", "-o", "package.out", "./package"]);

    let misbehaving = Misbehaving::start();
    let mut program = Command::new(folder.join("package.out"));
    let said = output(program.current_dir(folder).args(given(&server)).arg(&misbehaving.address));
    assert!(said.contains("the Go package works"), "{said}");
    documented("Go", &said);
}

#[test]
fn the_php_package() {
    let (server, [_, _, _, _, _, _, package, _]) = (Server::start(), packages());
    let folder = server.scratch();
    output(Command::new("unzip").current_dir(folder).arg("-q").arg(package));
    let readme = fs::read_to_string(folder.join("platen-php/README.md")).unwrap();
    let blocks = readme.split("```php\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    fs::write(folder.join("readme.php"), format!("<?php\n{}", blocks.collect::<String>())).unwrap();
    output(Command::new("php").current_dir(folder).args(["-l", "readme.php"]));

    fs::copy(root().join("tests/clients/package.php"), folder.join("package.php")).unwrap();
    let (mut php, misbehaving) = (Command::new("php"), Misbehaving::start());
    php.current_dir(folder).arg("package.php").args(given(&server)).arg(&misbehaving.address);
    let said = output(&mut php);
    assert!(said.contains("the PHP package works"), "{said}");
    documented("PHP", &said);
}

/// What a package's test said that it tested is what the documentation promises of its language.
fn documented(language: &str, said: &str) {
    let guide = fs::read_to_string(root().join("docs/clients.md")).unwrap();
    let mut rows = guide
        .lines()
        .skip_while(|line| !line.starts_with("| Behavior |"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    let column = rows.next().unwrap().iter().position(|name| *name == language).unwrap();
    let promised = rows.skip(1).take_while(|row| row.len() > 1).filter(|row| row[column] == "yes");
    let tested: BTreeSet<&str> = said.lines().filter_map(|line| line.strip_prefix("tested: ")).collect();
    assert_eq!(promised.map(|row| row[0]).collect::<BTreeSet<_>>(), tested, "{language}");
}

/// The samples of a language, each with its operation's id.
fn samples_in(language: &str) -> Vec<(&'static str, String)> {
    let calls = platen_openapi::calls::calls();
    let programs = calls.iter().filter(|call| !call.is_for_browsers);
    let samples: Vec<_> = programs
        .flat_map(|call| {
            let samples = platen_openapi::samples::samples(call).unwrap();
            samples
                .into_iter()
                .filter(|sample| sample.language == language)
                .map(|sample| (call.id, sample.code))
        })
        .collect();
    assert!(samples.len() > 30, "{} in {language}", samples.len());
    samples
}

/// Writes the samples in a language into the folder `samples`, each below a line that says what they know.
fn write_samples(folder: &Path, language: &str, ending: &str, known: &str) {
    let folder = folder.join("samples");
    fs::create_dir_all(&folder).unwrap();
    for (id, code) in samples_in(language) {
        fs::write(folder.join(format!("{id}.{ending}")), format!("{known}\n{code}")).unwrap();
    }
}

/// The samples in a language, and those in its package's README, as one source: all that they import, then a class for each
/// with its code in a method. `name` is that of the package's folder, and of the language in Markdown.
fn classes(language: &str, name: &str, import: &str, method: &str) -> String {
    let readme = fs::read_to_string(root().join(format!("shared/clients/{name}/README.md"))).unwrap();
    let fence = format!("```{name}\n");
    let blocks = readme.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap());
    let (mut imports, mut classes) = (BTreeSet::new(), String::new());
    for (id, code) in samples_in(language).into_iter().chain([("readme", blocks.collect())]) {
        let (above, code): (Vec<&str>, Vec<&str>) = code.lines().partition(|line| line.starts_with(import));
        imports.extend(above.into_iter().map(str::to_owned));
        classes.push_str(&format!("class Sample_{id} {{ {method} {{{}\n}} }}\n", code.join("\n")));
    }
    imports.into_iter().collect::<Vec<_>>().join("\n") + "\n" + &classes
}

/// Each program sends all requests of its collection, from the first to the last: all are answered well and tested, and what they
/// made is gone at the end, so that the next program finds the server as this one did.
#[test]
fn the_collections() {
    let (server, tools) = (Server::start(), root().join(".work/collections/node_modules/.bin"));
    let [.., collections] = packages();
    let folder = server.scratch();
    output(Command::new("unzip").arg("-q").arg(collections).arg("-d").arg(folder));
    let results = folder.join("results.json");
    let variables = [format!("baseUrl=http://{}", server.address()), format!("key={}", server.key())];
    let run = |program: &str, words: &[&str]| {
        let mut command = Command::new(tools.join(program));
        // Files are named as they lie beside the requests.
        command
            .current_dir(folder.join(if program == "bru" { "bruno" } else { "postman" }))
            .args(words)
            .arg(&results);
        command.args(variables.iter().flat_map(|variable| ["--env-var", variable])).output().unwrap();
        serde_json::from_slice::<Value>(&fs::read(&results).unwrap()).unwrap()
    };
    let templates = || server.get("/api/templates?pageNumber=1&pageSize=50").json()["totalCount"].clone();
    let before = templates();

    let words = ["run", "platen.postman_collection.json", "--reporters", "json", "--reporter-json-export"];
    let found = run("newman", &words);
    let found = found["run"]["executions"].as_array().unwrap();
    let postman: Vec<_> = found
        .iter()
        .map(|each| {
            let tests = each["assertions"].as_array().unwrap();
            let is_good = !tests.is_empty() && tests.iter().all(|test| test["error"].is_null());
            (each["item"]["name"].as_str().unwrap(), is_good, &each["response"]["code"])
        })
        .collect();
    all_are_green(&postman);
    assert_eq!(templates(), before);

    let found = run("bru", &["run", "-r", "--format", "json", "--output"]);
    let found = found[0]["results"].as_array().unwrap();
    let bruno: Vec<_> = found
        .iter()
        .map(|each| {
            let tests = each["testResults"].as_array().unwrap();
            let is_good = !tests.is_empty() && tests.iter().all(|test| test["status"] == "pass");
            (each["name"].as_str().unwrap(), is_good, &each["response"]["status"])
        })
        .collect();
    all_are_green(&bruno);
    assert_eq!(templates(), before);
}

/// Of each request its name, whether its tests passed, and the answer's status.
fn all_are_green(found: &[(&str, bool, &Value)]) {
    let red: Vec<_> = found.iter().filter(|(_, is_good, _)| !is_good).collect();
    assert!(red.is_empty(), "{red:?}");
    let sent: BTreeSet<&str> = found.iter().map(|(name, ..)| *name).collect();
    let calls = platen_openapi::calls::calls();
    let all: BTreeSet<&str> =
        calls.iter().filter(|call| !call.is_for_browsers).map(|call| call.summary).collect();
    assert_eq!(sent, all);
}
