//! What is over goes, also where no engine removes it, and whoever else removes it at the same time.

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::{SignedDuration, Timestamp};
use platen_store_aws::AwsStore;
use platen_tests::aws::Aws;

use crate::home::run;

/// More than two pages of a list.
const OBJECTS: usize = 30;

#[test]
fn two_sweeps_at_once_remove_what_is_over_and_nothing_else() {
    let aws = Aws::start();
    let (one, other) =
        (AwsStore::new(aws.config(), aws.settings()), AwsStore::new(aws.config(), aws.settings()));
    let dynamodb = aws_sdk_dynamodb::Client::new(aws.config());
    let table = aws.settings().table.as_str();
    let now = Timestamp::now();
    run(async {
        let put = async |pk: String, expires: Option<i64>| {
            let text = |text: &str| AttributeValue::S(text.to_owned());
            let put = dynamodb.put_item().table_name(table).item("pk", text(&pk)).item("sk", text("RECORD"));
            let put = match expires {
                Some(at) => put.item("expiresAt", AttributeValue::N((now.as_second() + at).to_string())),
                None => put,
            };
            put.send().await.unwrap();
        };
        for number in 0..50 {
            put(format!("OVER#{number}"), Some(-i64::from(number))).await;
            put(format!("LIVES#{number}"), Some(7_200 + i64::from(number))).await;
            put(format!("STAYS#{number}"), None).await;
        }
        let both = tokio::join!(one.sweep_records(now), other.sweep_records(now));
        assert_eq!(both.0.unwrap() + both.1.unwrap(), 50);
        let left = dynamodb.scan().table_name(table).send().await.unwrap().items.unwrap();
        let kept =
            |what: &str| left.iter().filter(|item| item["pk"].as_s().unwrap().starts_with(what)).count();
        assert_eq!((kept("OVER#"), kept("LIVES#"), kept("STAYS#")), (0, 50, 50));
        // The hour's work is done.
        put("OVER#late".to_owned(), Some(-1)).await;
        assert_eq!(other.sweep_records(now + SignedDuration::from_mins(10)).await.unwrap(), 0);
        assert_eq!(other.sweep_records(now + SignedDuration::from_mins(51)).await.unwrap(), 1);

        let s3 = aws.s3();
        for number in 0..OBJECTS {
            let put =
                s3.put_object().bucket(&aws.settings().jobs_bucket).key(format!("jobs/{number}/items/0"));
            put.send().await.unwrap();
        }
        let early = now + SignedDuration::from_hours(47);
        let both = tokio::join!(one.sweep_objects(early), other.sweep_objects(early));
        assert_eq!((both.0.unwrap(), both.1.unwrap()), (0, 0));
        let late = now + SignedDuration::from_hours(49);
        let both = tokio::join!(one.sweep_objects(late), other.sweep_objects(late));
        assert_eq!(both.0.unwrap() + both.1.unwrap(), OBJECTS as u64);
        let left = s3.list_objects_v2().bucket(&aws.settings().jobs_bucket).send().await.unwrap();
        assert_eq!(left.contents().len(), 0);
    });
}
