//! The service's figures as CloudWatch takes them out of logs: its embedded metric format, a line of JSON on stdout. No call
//! is made for them, and none is lost when the instance is frozen.

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};
use metrics_util::registry::{AtomicStorage, Registry};
use serde_json::{Map, Value, json};

/// Values of one metric in one line (Embedded metric format specification, "MetricDefinition object").
const MOST_VALUES: usize = 100;

/// The figures since they were last written.
pub(crate) struct Figures {
    /// CloudWatch's namespace.
    namespace: String,
    registry: Registry<Key, AtomicStorage>,
    units: Mutex<HashMap<String, &'static str>>,
}

impl Figures {
    /// Begins to record those of this process. A second call records nothing: the first one's do.
    pub(crate) fn install(namespace: &str) -> Arc<Figures> {
        let figures = Arc::new(Figures::new(namespace));
        if metrics::set_global_recorder(figures.clone()).is_ok() {
            platen_service::figures::describe();
        }
        figures
    }

    fn new(namespace: &str) -> Figures {
        Figures {
            namespace: namespace.to_owned(),
            registry: Registry::new(AtomicStorage),
            units: Mutex::default(),
        }
    }

    /// Writes what was recorded since the last time to stdout, in one write: other threads log there too.
    pub(crate) fn publish(&self) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let text = self.take(u64::try_from(now).unwrap_or(u64::MAX));
        if let Err(error) = std::io::stdout().lock().write_all(text.as_bytes()) {
            tracing::warn!(%error, "figures are lost");
        }
    }

    /// A line for each metric with something new.
    fn take(&self, now_ms: u64) -> String {
        let mut text = String::new();
        self.registry.visit_counters(|key, counter| {
            let new = counter.swap(0, Ordering::Relaxed);
            if new > 0 {
                text.push_str(&self.line(key, json!(new), now_ms));
            }
        });
        self.registry.visit_gauges(|key, gauge| {
            let value = f64::from_bits(gauge.load(Ordering::Relaxed));
            text.push_str(&self.line(key, json!(value), now_ms));
        });
        self.registry.visit_histograms(|key, bucket| {
            let mut values = Vec::new();
            bucket.clear_with(|some| values.extend_from_slice(some));
            for values in values.chunks(MOST_VALUES) {
                text.push_str(&self.line(key, json!(values), now_ms));
            }
        });
        text
    }

    fn line(&self, key: &Key, value: Value, now_ms: u64) -> String {
        let units = self.units.lock().unwrap_or_else(PoisonError::into_inner);
        let unit = units.get(key.name()).copied().unwrap_or("None");
        let names: Vec<&str> = key.labels().map(|label| label.key()).collect();
        let mut line = Map::new();
        let metrics = [json!({ "Name": key.name(), "Unit": unit })];
        let directive = json!({ "Namespace": self.namespace, "Dimensions": [names], "Metrics": metrics });
        line.insert("_aws".to_owned(), json!({ "Timestamp": now_ms, "CloudWatchMetrics": [directive] }));
        line.extend(key.labels().map(|label| (label.key().to_owned(), json!(label.value()))));
        line.insert(key.name().to_owned(), value);
        Value::Object(line).to_string() + "\n"
    }

    fn describe(&self, key: &KeyName, unit: Option<Unit>) {
        let unit = match unit {
            Some(Unit::Count) => "Count",
            Some(Unit::Bytes) => "Bytes",
            Some(Unit::Seconds) => "Seconds",
            _ => return,
        };
        self.units.lock().unwrap_or_else(PoisonError::into_inner).insert(key.as_str().to_owned(), unit);
    }
}

impl Recorder for Figures {
    fn describe_counter(&self, key: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&key, unit);
    }

    fn describe_gauge(&self, key: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&key, unit);
    }

    fn describe_histogram(&self, key: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&key, unit);
    }

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        self.registry.get_or_create_counter(key, |counter| Counter::from_arc(counter.clone()))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        self.registry.get_or_create_gauge(key, |gauge| Gauge::from_arc(gauge.clone()))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        self.registry.get_or_create_histogram(key, |bucket| Histogram::from_arc(bucket.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(figures: &Figures) -> Vec<Value> {
        let mut lines: Vec<Value> =
            figures.take(1_795_257_086_123).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.sort_by_key(ToString::to_string);
        lines
    }

    #[test]
    fn what_is_new_is_written_once_as_cloudwatch_reads_it() {
        let figures = Figures::new("Platen/prod");
        metrics::with_local_recorder(&figures, || {
            metrics::describe_counter!("made", Unit::Count, "");
            metrics::describe_histogram!("took", Unit::Seconds, "");
            metrics::counter!("made", "format" => "pdf", "outcome" => "made").increment(2);
            metrics::counter!("made", "format" => "pdf", "outcome" => "made").increment(3);
            metrics::histogram!("took").record(0.25);
        });
        let aws = |dimensions: Value, name: &str, unit: &str| {
            let directive = json!({ "Namespace": "Platen/prod", "Dimensions": [dimensions], "Metrics": [{ "Name": name, "Unit": unit }] });
            json!({ "Timestamp": 1_795_257_086_123_u64, "CloudWatchMetrics": [directive] })
        };
        assert_eq!(
            lines(&figures),
            [
                json!({ "_aws": aws(json!(["format", "outcome"]), "made", "Count"), "format": "pdf", "outcome": "made",
                    "made": 5 }),
                json!({ "_aws": aws(json!([]), "took", "Seconds"), "took": [0.25] }),
            ]
        );
        assert_eq!(lines(&figures), [Value::Null; 0], "nothing is new");
    }

    #[test]
    fn many_values_are_several_lines() {
        let figures = Figures::new("Platen/prod");
        metrics::with_local_recorder(&figures, || {
            (0..250).for_each(|n| metrics::histogram!("took").record(n))
        });
        let counts: Vec<usize> =
            lines(&figures).iter().map(|line| line["took"].as_array().unwrap().len()).collect();
        assert_eq!((counts.iter().sum::<usize>(), counts.iter().max()), (250, Some(&100)));
    }
}
