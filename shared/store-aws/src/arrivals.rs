//! New objects in the incoming area, for processes that get no notifications from the bucket: the area is listed, and an object is new
//! if its tag is not the one in its record `ARRIVED` / `{key}`.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use platen_service::store::StoreError;
use serde::{Deserialize, Serialize};

use crate::AwsStore;
use crate::error::unavailable;
use crate::item::{Key, item};

/// Where objects arrive.
const AREA: &str = "incoming/";

/// The partition of the records.
const PARTITION: &str = "ARRIVED";

/// Objects that are told of at once.
const MOST: usize = 100;

/// An object of the incoming area, as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    /// Its key.
    pub key: String,
    /// What is another one each time that it is written.
    tag: String,
}

/// The hashes of objects that this process knows to be recorded, so that their records are not read each time.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen(Arc<Mutex<HashSet<u64>>>);

impl Seen {
    /// The arrivals that are not known. What is gone is forgotten.
    fn unknown(&self, all: Vec<Arrival>) -> Vec<Arrival> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let here: HashSet<u64> = all.iter().map(hash).collect();
        seen.retain(|known| here.contains(known));
        all.into_iter().filter(|arrival| !seen.contains(&hash(arrival))).collect()
    }

    fn add(&self, arrival: &Arrival) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(hash(arrival));
    }
}

fn hash(arrival: &Arrival) -> u64 {
    let mut hasher = DefaultHasher::new();
    arrival.hash(&mut hasher);
    hasher.finish()
}

impl AwsStore {
    /// Objects that arrived and are not noted yet, some of them where there are many.
    ///
    /// # Errors
    /// The bucket or the table does not answer.
    pub async fn arrivals(&self) -> Result<Vec<Arrival>, StoreError> {
        let mut unknown = self.seen.unknown(self.arrived().await?);
        if unknown.is_empty() {
            return Ok(unknown);
        }
        let noted: Vec<Arrival> = self.table.query(PARTITION, AREA).await?;
        let noted: HashMap<String, String> = noted.into_iter().map(|known| (known.key, known.tag)).collect();
        unknown.retain(|arrival| {
            let is_new = noted.get(&arrival.key) != Some(&arrival.tag);
            if !is_new {
                self.seen.add(arrival);
            }
            is_new
        });
        unknown.truncate(MOST);
        Ok(unknown)
    }

    /// Notes that an arrival is registered.
    ///
    /// # Errors
    /// The table does not answer: it is told of again.
    pub async fn note_arrival(&self, arrival: &Arrival) -> Result<(), StoreError> {
        let record = item(&Key::new(PARTITION, arrival.key.clone()), arrival)?;
        let put = self.table.client.put_item().table_name(&self.table.name).set_item(Some(record));
        put.send().await.map_err(|error| unavailable("PutItem", error))?;
        self.seen.add(arrival);
        Ok(())
    }

    /// All objects of the area. The markers of folders that consoles make are none.
    async fn arrived(&self) -> Result<Vec<Arrival>, StoreError> {
        let (mut found, mut next) = (Vec::new(), None);
        loop {
            let list = self.templates.client.list_objects_v2().bucket(&self.templates.name).prefix(AREA);
            let page = list.set_continuation_token(next).send().await;
            let page = page.map_err(|error| unavailable("ListObjectsV2", error))?;
            for object in page.contents.unwrap_or_default() {
                // The same bytes that are written again arrive again, as a notification would say. Some servers list no ETag.
                let tag = format!("{:?} {:?} {:?}", object.e_tag, object.last_modified, object.size);
                let key = object.key.unwrap_or_default();
                found.extend((!key.ends_with('/')).then_some(Arrival { key, tag }));
            }
            next = page.next_continuation_token;
            if next.is_none() {
                return Ok(found);
            }
        }
    }
}
