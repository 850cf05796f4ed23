//! The distance to AWS's services, and what they are asked: latencies as in a region, and the calls with what they cost.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;

use crate::random::Random;

/// Bytes of a write unit and of a read unit of DynamoDB.
const WRITE_UNIT: usize = 1_024;
const READ_UNIT: usize = 4_096;

/// Prices of us-east-1 in dollars for a million: S3 writes and reads, units of DynamoDB on demand, requests of SQS.
const S3_WRITE: f64 = 5.0;
const S3_READ: f64 = 0.4;
const WRITE_UNITS: f64 = 0.625;
const READ_UNITS: f64 = 0.125;
const SQS: f64 = 0.4;

/// What a request asks for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    /// An object is read, or looked at.
    S3Read,
    /// An object or a part is written.
    S3Write,
    /// An operation of DynamoDB.
    DynamoDb(String),
    /// An operation of SQS.
    Sqs(String),
}

impl Call {
    /// What a request to a queue costs, in dollars.
    pub const SQS_DOLLARS: f64 = SQS / 1e6;

    /// What a request is by its method and its `x-amz-target`.
    pub fn of(method: &http::Method, target: &str) -> Call {
        let operation = target.rsplit('.').next().unwrap_or_default().to_owned();
        match target {
            _ if target.starts_with("DynamoDB") => Call::DynamoDb(operation),
            _ if target.starts_with("AmazonSQS") => Call::Sqs(operation),
            _ if matches!(*method, http::Method::GET | http::Method::HEAD) => Call::S3Read,
            _ => Call::S3Write,
        }
    }

    /// How long it takes in a region, without jitter.
    fn time(&self) -> Duration {
        Duration::from_millis(match self {
            Call::S3Read => 25,
            Call::S3Write => 30,
            Call::DynamoDb(_) | Call::Sqs(_) => 10,
        })
    }
}

/// How often something was asked, and the units that it took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// Requests.
    pub calls: u64,
    /// Units of DynamoDB that they took; of the others, requests.
    pub units: u64,
}

/// All that was asked.
#[derive(Default)]
pub struct Meter(Mutex<BTreeMap<Call, Asked>>);

impl Meter {
    /// How long a call takes: some 30 % more or less, and of a hundred one ten times as long.
    pub fn time(&self, call: &Call, random: &mut Random) -> Duration {
        let jitter = 700 + u32::try_from(random.below(600)).unwrap();
        let slow = if random.below(100) == 0 { 10 } else { 1 };
        call.time() * jitter / 1_000 * slow
    }

    /// Notes a call, by what was sent and how much came back.
    pub fn note(&self, call: Call, sent: &[u8], came_back: usize) {
        let units = match &call {
            Call::DynamoDb(operation) => match operation.as_str() {
                "TransactWriteItems" => in_list(sent, "TransactItems", |step| 2 * units(step, WRITE_UNIT)),
                "BatchGetItem" => came_back.div_ceil(WRITE_UNIT).max(1) as u64,
                "GetItem" | "Query" => came_back.div_ceil(READ_UNIT).max(1) as u64,
                _ => sent.len().div_ceil(WRITE_UNIT) as u64,
            },
            _ => 1,
        };
        let mut all = self.0.lock().unwrap();
        let asked = all.entry(call).or_default();
        asked.calls += 1;
        asked.units += units;
    }

    /// All calls so far.
    pub fn asked(&self) -> BTreeMap<Call, Asked> {
        self.0.lock().unwrap().clone()
    }

    /// What they cost in dollars. Functions and traffic are apart.
    pub fn dollars(&self) -> f64 {
        let price = |call: &Call| match call {
            Call::S3Read => S3_READ,
            Call::S3Write => S3_WRITE,
            Call::Sqs(_) => SQS,
            Call::DynamoDb(operation)
                if matches!(operation.as_str(), "GetItem" | "Query" | "BatchGetItem") =>
            {
                READ_UNITS
            }
            Call::DynamoDb(_) => WRITE_UNITS,
        };
        self.asked().iter().map(|(call, asked)| asked.units as f64 * price(call) / 1e6).sum()
    }
}

fn units(step: &Value, of: usize) -> u64 {
    step.to_string().len().div_ceil(of) as u64
}

fn in_list(sent: &[u8], name: &str, each: impl Fn(&Value) -> u64) -> u64 {
    let request: Value = serde_json::from_slice(sent).unwrap();
    request[name].as_array().unwrap().iter().map(each).sum()
}
