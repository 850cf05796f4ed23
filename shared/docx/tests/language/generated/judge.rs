//! A Python process that answers line by line. `tests/set-up.sh` installs what it needs (`tests/tools-docxtpl.txt`).

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Sender, channel};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

pub struct Judge {
    child: Child,
    questions: Option<Sender<String>>,
    answers: BufReader<ChildStdout>,
}

impl Judge {
    pub fn start() -> Judge {
        let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.work/docxtpl/bin/python");
        assert!(python.is_file(), "{} is missing: run `make setup-test`", python.display());
        let mut child = Command::new(python)
            .args(["-c", include_str!("judge.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let (questions, received) = channel::<String>();
        // Written by a thread of its own: Python answers before it has read everything.
        std::thread::spawn(move || {
            for question in received {
                if writeln!(input, "{question}").is_err() {
                    break;
                }
            }
        });
        Judge { child, questions: Some(questions), answers }
    }

    /// Asks for a template with each of the data, to be answered by [`Judge::answer`] in turn.
    pub fn render(&self, package: &[u8], data: &[Value]) {
        self.ask(&json!({"package": STANDARD.encode(package), "data": data}));
    }

    /// Asks for a document's texts.
    pub fn read(&self, package: &[u8]) {
        self.ask(&json!({"package": STANDARD.encode(package)}));
    }

    fn ask(&self, question: &Value) {
        self.questions.as_ref().unwrap().send(question.to_string()).unwrap();
    }

    pub fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("Python ended: {error}"))
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        self.questions = None;
        // After a panic it has answers that nobody reads: it would not end by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
