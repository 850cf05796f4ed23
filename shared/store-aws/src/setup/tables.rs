//! The tables of records and of secrets.

use std::time::Duration;

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ReturnValue,
    ReturnValuesOnConditionCheckFailure, ScalarAttributeType, TableStatus, TimeToLiveSpecification,
    TimeToLiveStatus,
};
use jiff::Timestamp;
use platen_service::store::StoreError;
use serde::Deserialize;
use uuid::Uuid;

use super::probe::{Engine, Feature, Finding, Lack, Probed, Without, ensure, lack};
use super::{Made, Part, SetUp, made};
use crate::error::{not_made, unavailable, unbuilt};
use crate::item::{Condition, Item, Key, absent, number, text};
use crate::table::{Table, Written};

/// By what the table removes records.
const EXPIRES: &str = "expiresAt";

/// How long a new table may take. AWS needs some ten seconds.
const READY: Duration = Duration::from_secs(120);

/// Between two looks at a new table.
const LOOK: Duration = Duration::from_millis(500);

/// What a probe leaves is removed by the table if the check is killed.
const SCRATCH_LIFE: i64 = 3600;

/// How the sort keys of its records begin.
const PROBE: &str = "PROBE#";

/// The most records of one transaction.
const MOST: usize = 100;

const CONDITIONS: Feature = Feature {
    engine: Engine::DynamoDb,
    name: "writes by a condition, and the record that refused one",
    without: Without::Refused("each record changes once: idempotency keys, keys, bounds of requests"),
};
const READS: Feature = Feature {
    engine: Engine::DynamoDb,
    name: "consistent reads in the order of keys",
    without: Without::Refused("what was written is seen by the next request, whichever process answers it"),
};
const TRANSACTIONS: Feature = Feature {
    engine: Engine::DynamoDb,
    name: "transactions of 100 records, each counted once",
    without: Without::Refused("a job ends once, and no document is counted twice"),
};
const SETS: Feature = Feature {
    engine: Engine::DynamoDb,
    name: "sets of numbers",
    without: Without::Refused("work that kills its worker is given up after some tries"),
};
const TTL: Feature = Feature {
    engine: Engine::DynamoDb,
    name: "time to live of records",
    without: Without::Costs("each hour the processes read the whole table to remove what expired"),
};
impl SetUp {
    fn tables(&self) -> impl Iterator<Item = &String> {
        let settings = &self.store.settings;
        std::iter::once(&settings.table).chain(&settings.secrets_table)
    }

    pub(super) async fn create_tables(&self) -> Result<Vec<Part>, StoreError> {
        let mut parts = Vec::new();
        for name in self.tables() {
            parts.push(Part { name: format!("table {name}"), made: self.create_table(name).await? });
        }
        let name = &self.store.table.name;
        parts.push(Part { name: format!("time to live of {name}"), made: self.expire_records().await? });
        Ok(parts)
    }

    async fn create_table(&self, name: &str) -> Result<Made, StoreError> {
        let dynamodb = &self.store.table.client;
        let mut create = dynamodb.create_table().table_name(name).billing_mode(BillingMode::PayPerRequest);
        for (name, kind) in [("pk", KeyType::Hash), ("sk", KeyType::Range)] {
            let column = AttributeDefinition::builder()
                .attribute_name(name)
                .attribute_type(ScalarAttributeType::S)
                .build();
            let key = KeySchemaElement::builder().attribute_name(name).key_type(kind).build();
            create = create.attribute_definitions(column.map_err(unbuilt)?).key_schema(key.map_err(unbuilt)?);
        }
        let made = match create.send().await {
            Ok(_) => Made::New,
            Err(failed) if failed.code() == Some("ResourceInUseException") => Made::Known,
            Err(failed) => return Err(unavailable("CreateTable", failed)),
        };
        let end = tokio::time::Instant::now() + READY;
        loop {
            let described = dynamodb.describe_table().table_name(name).send().await;
            let table = described.map_err(|failed| unavailable("DescribeTable", failed))?.table;
            let table = table.ok_or_else(|| StoreError::Damaged(format!("no table {name}")))?;
            if table.table_status.is_none_or(|status| status == TableStatus::Active) {
                let columns: Vec<_> =
                    table.key_schema.iter().flatten().map(|key| key.attribute_name.as_str()).collect();
                return match columns.as_slice() {
                    ["pk", "sk"] => Ok(made),
                    other => Err(StoreError::Damaged(format!(
                        "the table {name} has the keys {other:?}, not pk and sk; give another name in PLATEN_STORE_NAME"
                    ))),
                };
            }
            if tokio::time::Instant::now() >= end {
                return Err(StoreError::Unavailable(format!("the table {name} is not ready yet")));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn expire_records(&self) -> Result<Made, StoreError> {
        let table = &self.store.table;
        if matches!(expires_records(table).await, Ok(true)) {
            return Ok(Made::Known);
        }
        let life = TimeToLiveSpecification::builder().attribute_name(EXPIRES).enabled(true).build();
        let set = table.client.update_time_to_live().table_name(&table.name);
        let set = set.time_to_live_specification(life.map_err(unbuilt)?).send().await;
        made(set.map_err(lack("UpdateTimeToLive")))
    }

    pub(super) async fn check_tables(&self) -> Result<Vec<Finding>, StoreError> {
        let (mut findings, table) = (Vec::new(), &self.store.table);
        for name in self.tables() {
            // Says that there is no table, before a feature is taken for missing.
            let there = table.client.describe_table().table_name(name).send().await;
            there.map_err(|failed| match failed.code() {
                Some("ResourceNotFoundException") => not_made("table", name),
                _ => unavailable("DescribeTable", failed),
            })?;
        }
        let scratch = Scratch { table: table.clone(), partition: format!("CHECK#{}", Uuid::new_v4()) };
        findings.push(CONDITIONS.found(scratch.conditions().await)?);
        findings.push(READS.found(scratch.reads().await)?);
        findings.push(TRANSACTIONS.found(scratch.transactions().await)?);
        findings.push(SETS.found(scratch.sets().await)?);
        scratch.clean().await?;
        let expires = expires_records(table).await;
        findings.push(TTL.found(expires.and_then(|on| ensure(on, "it is not on")))?);
        Ok(findings)
    }
}

/// Whether the table removes what is over.
pub(crate) async fn expires_records(table: &Table) -> Result<bool, Lack> {
    let described = table.client.describe_time_to_live().table_name(&table.name);
    let described = described.send().await.map_err(lack("DescribeTimeToLive"))?;
    Ok(described.time_to_live_description.is_some_and(|found| {
        let on = [Some(TimeToLiveStatus::Enabled), Some(TimeToLiveStatus::Enabling)];
        on.contains(&found.time_to_live_status) && found.attribute_name.as_deref() == Some(EXPIRES)
    }))
}

/// A partition that probes write to.
struct Scratch {
    table: Table,
    partition: String,
}

/// A record of a probe.
#[derive(Deserialize)]
struct Left {
    sk: String,
}

impl Scratch {
    fn key(&self, name: &str) -> Key {
        Key::new(&self.partition, format!("{PROBE}{name}"))
    }

    fn record(&self, name: &str, count: usize) -> Item {
        let mut item = self.key(name).item();
        item.insert("count".to_owned(), number(count));
        item.insert(EXPIRES.to_owned(), number(Timestamp::now().as_second() + SCRATCH_LIFE));
        item
    }

    async fn conditions(&self) -> Probed {
        let put = |count| {
            let put = self.table.client.put_item().table_name(&self.table.name);
            put.set_item(Some(self.record("condition", count)))
                .condition_expression("attribute_not_exists(pk)")
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
                .send()
        };
        put(1).await.map_err(lack("PutItem"))?;
        let Err(refused) = put(2).await else {
            return ensure(false, "PutItem writes over a record that its condition wants absent");
        };
        let there = match refused.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(error)) => {
                error.item().and_then(|item| item.get("count")) == Some(&number(1))
            }
            _ => return Err(lack("PutItem")(refused)),
        };
        ensure(there, "PutItem does not return the record that refused it")?;
        let update = self.table.client.update_item().table_name(&self.table.name);
        let update = update
            .set_key(Some(self.key("condition").item()))
            .update_expression("SET #count = #count + :more")
            .condition_expression("#count = :was")
            .expression_attribute_names("#count", "count")
            .expression_attribute_values(":more", number(4))
            .expression_attribute_values(":was", number(1))
            .return_values(ReturnValue::AllOld);
        let before = update.send().await.map_err(lack("UpdateItem"))?.attributes.unwrap_or_default();
        ensure(before.get("count") == Some(&number(1)), "UpdateItem does not return the record as it was")
    }

    async fn reads(&self) -> Probed {
        for count in [3usize, 1, 2] {
            let put = self.table.client.put_item().table_name(&self.table.name);
            put.set_item(Some(self.record(&format!("read#{count}"), count)))
                .send()
                .await
                .map_err(lack("PutItem"))?;
        }
        for (forward, order) in [(true, [1, 2, 3]), (false, [3, 2, 1])] {
            let query = self.table.client.query().table_name(&self.table.name);
            let found = query
                .key_condition_expression("pk = :pk AND sk BETWEEN :first AND :last")
                .expression_attribute_values(":pk", text(&self.partition))
                .expression_attribute_values(":first", text(format!("{PROBE}read#")))
                .expression_attribute_values(":last", text(format!("{PROBE}read#\u{ffff}")))
                .scan_index_forward(forward)
                .consistent_read(true)
                .send()
                .await
                .map_err(lack("Query"))?;
            let found: Vec<_> = found.items().iter().filter_map(|item| item.get("count")).cloned().collect();
            ensure(found == order.map(number), "Query does not return what was just written, in its order")?;
        }
        let keys = aws_sdk_dynamodb::types::KeysAndAttributes::builder()
            .set_keys(Some(vec![self.key("read#1").item(), self.key("read#2").item()]))
            .consistent_read(true)
            .build();
        let got = self.table.client.batch_get_item();
        let got = got.request_items(&self.table.name, keys.map_err(unbuilt)?).send().await;
        let got = got.map_err(lack("BatchGetItem"))?.responses.unwrap_or_default();
        ensure(got.into_values().flatten().count() == 2, "BatchGetItem does not return what was just written")
    }

    async fn transactions(&self) -> Probed {
        let name = |at: usize| format!("transaction#{at:03}");
        let put = |at: usize| self.table.put_step(self.record(&name(at), 1), Some(absent()));
        let steps = (0..MOST).map(put).collect::<Result<Vec<_>, _>>()?;
        let send = |steps, token: &str| {
            let write = self.table.client.transact_write_items().client_request_token(token);
            write.set_transact_items(Some(steps)).send()
        };
        send(steps, &Uuid::new_v4().to_string()).await.map_err(lack("TransactWriteItems"))?;
        let add = Condition::when("attribute_exists(pk)").name("#count", "count").value(":one", number(1));
        let add = self.table.update_step(&self.key(&name(0)), "ADD #count :one", add)?;
        // The first step holds, and the second does not: neither may be written.
        match self.table.transact(vec![add.clone(), put(1)?]).await {
            Ok(Written::Refused) => {}
            Ok(Written::Done) => return ensure(false, "TransactWriteItems writes against a condition"),
            Err(StoreError::Unavailable(said)) => {
                return ensure(
                    false,
                    &format!("a condition that does not hold is no reason to cancel: {said}"),
                );
            }
            Err(error) => return Err(error.into()),
        }
        let token = Uuid::new_v4().to_string();
        for _ in 0..2 {
            send(vec![add.clone()], &token).await.map_err(lack("TransactWriteItems"))?;
        }
        let got = self.table.client.get_item().table_name(&self.table.name);
        let got = got.set_key(Some(self.key(&name(0)).item())).consistent_read(true).send().await;
        let count = got.map_err(lack("GetItem"))?.item.and_then(|mut item| item.remove("count"));
        ensure(
            count == Some(number(2)),
            "TransactWriteItems writes part of what it canceled, or twice what was sent twice under one token",
        )
    }

    async fn sets(&self) -> Probed {
        let update = |expression: &str| {
            let update = self.table.client.update_item().table_name(&self.table.name);
            update
                .set_key(Some(self.key("set").item()))
                .update_expression(expression)
                .expression_attribute_values(
                    ":one",
                    aws_sdk_dynamodb::types::AttributeValue::Ns(vec!["1".to_owned()]),
                )
                .return_values(ReturnValue::AllNew)
                .send()
        };
        for _ in 0..2 {
            let made = update("ADD begun :one").await.map_err(lack("UpdateItem"))?.attributes;
            let begun = made.and_then(|mut item| item.remove("begun"));
            let begun = begun.and_then(|begun| begun.as_ns().ok().map(Vec::len));
            ensure(begun == Some(1), "ADD does not add to a set of numbers")?;
        }
        update("DELETE begun :one").await.map(|_| ()).map_err(lack("UpdateItem"))
    }

    async fn clean(&self) -> Result<(), StoreError> {
        for Left { sk } in self.table.query::<Left>(&self.partition, PROBE).await? {
            self.table.delete(&Key::new(&self.partition, sk), Condition::default()).await?;
        }
        Ok(())
    }
}
