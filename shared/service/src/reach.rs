//! Which templates of a subscription somebody can reach: all of them, or those with one of some labels, so that a department
//! sees and changes only its own.

use serde::{Deserialize, Serialize};

use crate::ids::SubscriptionId;

/// Labels, in the order of the alphabet, each in one of its spellings. Letters are compared in either case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Labels(Vec<String>);

impl Labels {
    /// Takes labels without the space around them; `None` when there are none.
    pub fn new(labels: &[String]) -> Option<Labels> {
        let labels = Labels::each_once(labels);
        (!labels.is_empty()).then_some(Labels(labels))
    }

    /// Labels in the order of the alphabet, without space around them, each in one of its spellings.
    pub fn each_once(labels: &[String]) -> Vec<String> {
        let mut labels: Vec<String> = labels.iter().map(|label| label.trim().to_owned()).collect();
        labels.sort_by_cached_key(|label| (label.to_lowercase(), label.clone()));
        labels.dedup_by_key(|label| label.to_lowercase());
        labels
    }

    /// The error in a label, if there is one.
    pub fn fault(label: &str, most: usize) -> Option<String> {
        (label.trim().is_empty() || label.len() > most || label.chars().any(char::is_control)).then(|| {
            format!(
                "a label must have 1 to {most} bytes and no control characters (limit `template_label_bytes`)"
            )
        })
    }

    /// All of these, and all of those.
    #[must_use]
    pub fn with(&self, others: &Labels) -> Labels {
        Labels(Labels::each_once(&[self.0.as_slice(), others.0.as_slice()].concat()))
    }

    /// Whether one of these is among those of a template.
    pub fn meet(&self, labels: &[String]) -> bool {
        let known: Vec<String> = labels.iter().map(|label| label.to_lowercase()).collect();
        self.0.iter().any(|label| known.contains(&label.to_lowercase()))
    }

    /// The labels.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// The labels as answers list them; none of somebody who reaches all templates.
    pub fn names(labels: Option<&Labels>) -> Vec<String> {
        labels.map(|labels| labels.0.clone()).unwrap_or_default()
    }

    /// The labels as people read them: `hr, sales`.
    pub fn listed(&self) -> String {
        self.0.join(", ")
    }
}

/// The templates within reach, and their subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    subscription: SubscriptionId,
    labels: Option<Labels>,
}

impl Reach {
    /// All of a subscription: what its operator and its own work reach.
    pub fn whole(subscription: SubscriptionId) -> Reach {
        Reach { subscription, labels: None }
    }

    /// The templates with one of these labels; without labels, all.
    pub fn of(subscription: SubscriptionId, labels: Option<Labels>) -> Reach {
        Reach { subscription, labels }
    }

    /// Whose templates they are.
    pub fn subscription(&self) -> SubscriptionId {
        self.subscription
    }

    /// Its labels: templates within it have one of them. `None` for all templates.
    pub fn labels(&self) -> Option<&Labels> {
        self.labels.as_ref()
    }

    /// Whether a template with these labels is within it.
    pub fn takes(&self, labels: &[String]) -> bool {
        self.labels.as_ref().is_none_or(|own| own.meet(labels))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn texts(labels: &[&str]) -> Vec<String> {
        labels.iter().map(|label| (*label).to_owned()).collect()
    }

    #[test]
    fn labels_are_put_in_order_and_each_is_kept_once() {
        assert_eq!(Labels::each_once(&texts(&[" Sales ", "hr", "SALES", "sales"])), ["hr", "SALES"]);
        assert_eq!(Labels::new(&[]), None);
    }

    #[test]
    fn a_template_with_one_of_the_labels_is_within_reach() {
        let subscription = SubscriptionId(Uuid::from_u128(1));
        let reach = Reach::of(subscription, Labels::new(&texts(&["hr", "Äußeres"])));
        for (labels, is_within) in [
            (vec!["HR"], true),
            (vec!["legal", "äußeres"], true),
            (vec!["legal"], false),
            (vec!["hrs"], false),
            (vec![], false),
        ] {
            assert_eq!(reach.takes(&texts(&labels)), is_within, "{labels:?}");
            assert!(Reach::whole(subscription).takes(&texts(&labels)));
        }
    }

    #[test]
    fn labels_that_a_store_lost_reach_nothing() {
        let none: Labels = serde_json::from_str("[]").unwrap();
        assert!(!none.meet(&texts(&["hr"])) && !none.meet(&[]));
    }
}
