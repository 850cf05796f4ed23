//! The buckets of templates and of jobs.

use aws_sdk_s3::error::ProvideErrorMetadata;
use aws_sdk_s3::types::{
    AbortIncompleteMultipartUpload, BucketLifecycleConfiguration, BucketLocationConstraint,
    BucketVersioningStatus, CompletedMultipartUpload, CompletedPart, CorsConfiguration, CorsRule,
    CreateBucketConfiguration, ExpirationStatus, LifecycleExpiration, LifecycleRule, LifecycleRuleFilter,
    NoncurrentVersionExpiration, VersioningConfiguration,
};
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_service::store::StoreError;
use uuid::Uuid;

use super::probe::{Engine, Feature, Finding, Lack, Probed, Reach, Without, answered, ensure, lack};
use super::{Made, Part, SetUp, made};
use crate::bucket::{Bucket, Found};
use crate::error::{not_made, unavailable, unbuilt};
use crate::links::Life;

/// The one region whose buckets name none.
const FIRST_REGION: &str = "us-east-1";

/// Days after which everything of a job is gone: its archive lives one, and it may run for hours before.
const JOBS_DAYS: i32 = 2;

/// Days for which a template that was replaced or removed can be had back.
const OLD_VERSIONS_DAYS: i32 = 30;

/// Days after which parts go whose upload never ended.
const PARTS_DAYS: i32 = 1;

/// How long the links of a probe hold.
const LINK: SignedDuration = SignedDuration::from_mins(5);

/// The least bytes of a part that is not the last one.
const PART: usize = 5 << 20;

const WRITTEN: &[u8] = b"written by a link";

const OBJECTS: Feature = Feature {
    engine: Engine::S3,
    name: "objects with metadata, ranges of them, and lists",
    without: Without::Refused(
        "templates and documents are found again, and what is gone is told from what failed",
    ),
};
const PARTS: Feature = Feature {
    engine: Engine::S3,
    name: "uploads in parts",
    without: Without::Refused("the archive of a job is gone on with when its worker dies"),
};
const LINKS: Feature = Feature {
    engine: Engine::S3,
    name: "signed links to fetch under a name",
    without: Without::Refused("archives and large documents are fetched from the engine itself"),
};
const TICKETS: Feature = Feature {
    engine: Engine::S3,
    name: "signed links to write, with headers",
    without: Without::Refused("items that are too many for one request are uploaded to the engine itself"),
};
const LIFECYCLE: Feature = Feature {
    engine: Engine::S3,
    name: "lifecycle of objects",
    without: Without::Costs(
        "each hour the processes list the bucket of jobs to remove what is older than two days",
    ),
};
const VERSIONS: Feature = Feature {
    engine: Engine::S3,
    name: "versions of objects, for a month",
    without: Without::Costs(
        "what was removed by mistake is gone: `platen store export` is the way to have it back",
    ),
};
const CORS: Feature = Feature {
    engine: Engine::S3,
    name: "calls of browsers from other origins",
    without: Without::Costs(
        "unless the engine admits all origins, the console cannot upload items or fetch documents",
    ),
};

impl SetUp {
    pub(super) async fn create_buckets(&self) -> Result<Vec<Part>, StoreError> {
        let (templates, jobs) = (&self.store.templates.name, &self.store.jobs.name);
        let part = |name: String, made| Part { name, made };
        let mut parts = Vec::new();
        for bucket in [templates, jobs] {
            parts.push(part(format!("bucket {bucket}"), self.create_bucket(bucket).await?));
        }
        let expire = rule("expire").filter(LifecycleRuleFilter::builder().prefix("").build());
        let expire = expire.expiration(LifecycleExpiration::builder().days(JOBS_DAYS).build());
        let made = self.set_lifecycle(jobs, vec![parts_go(expire)?]).await?;
        parts.push(part(format!("lifecycle of {jobs}"), made));
        let old = rule("old-versions").filter(LifecycleRuleFilter::builder().prefix("").build());
        let days = NoncurrentVersionExpiration::builder().noncurrent_days(OLD_VERSIONS_DAYS).build();
        let made =
            self.set_lifecycle(templates, vec![parts_go(old.noncurrent_version_expiration(days))?]).await?;
        // Without the rule old versions would stay for ever.
        let versions = match &made {
            Made::Lacking(said) => Made::Lacking(said.clone()),
            _ => self.keep_versions(templates).await?,
        };
        parts.push(part(format!("lifecycle of {templates}"), made));
        parts.push(part(format!("versions of {templates}"), versions));
        parts.push(part(format!("origins of {jobs}"), self.admit_origins(jobs).await?));
        Ok(parts)
    }

    async fn create_bucket(&self, bucket: &str) -> Result<Made, StoreError> {
        let client = &self.store.jobs.client;
        if client.head_bucket().bucket(bucket).send().await.is_ok() {
            return Ok(Made::Known);
        }
        let region = self.store.config.region().map(|region| region.as_ref());
        let region = region.filter(|region| *region != FIRST_REGION);
        let place = region.map(|region| {
            CreateBucketConfiguration::builder()
                .location_constraint(BucketLocationConstraint::from(region))
                .build()
        });
        let create = client.create_bucket().bucket(bucket).set_create_bucket_configuration(place);
        match create.send().await {
            Ok(_) => Ok(Made::New),
            Err(failed) if failed.code() == Some("BucketAlreadyOwnedByYou") => Ok(Made::Known),
            Err(failed) => Err(unavailable("CreateBucket", failed)),
        }
    }

    async fn set_lifecycle(&self, bucket: &str, rules: Vec<LifecycleRule>) -> Result<Made, StoreError> {
        let life = BucketLifecycleConfiguration::builder().set_rules(Some(rules)).build().map_err(unbuilt)?;
        let set = self.store.jobs.client.put_bucket_lifecycle_configuration().bucket(bucket);
        let set = set.lifecycle_configuration(life).send().await;
        made(set.map_err(lack("PutBucketLifecycleConfiguration")))
    }

    async fn keep_versions(&self, bucket: &str) -> Result<Made, StoreError> {
        let on = VersioningConfiguration::builder().status(BucketVersioningStatus::Enabled).build();
        let set = self.store.jobs.client.put_bucket_versioning().bucket(bucket).versioning_configuration(on);
        made(set.send().await.map_err(lack("PutBucketVersioning")))
    }

    /// Any origin: links are the keys to what they name, and after the API's redirect a browser names none.
    async fn admit_origins(&self, bucket: &str) -> Result<Made, StoreError> {
        let rule = CorsRule::builder()
            .allowed_origins("*")
            .allowed_methods("GET")
            .allowed_methods("PUT")
            .allowed_headers("*")
            .expose_headers("content-disposition")
            .max_age_seconds(600)
            .build()
            .map_err(unbuilt)?;
        let rules = CorsConfiguration::builder().cors_rules(rule).build().map_err(unbuilt)?;
        let set =
            self.store.jobs.client.put_bucket_cors().bucket(bucket).cors_configuration(rules).send().await;
        made(set.map_err(lack("PutBucketCors")))
    }

    pub(super) async fn check_buckets(&self, reach: &dyn Reach) -> Result<Vec<Finding>, StoreError> {
        let (templates, jobs) = (&self.store.templates, &self.store.jobs);
        for bucket in [templates, jobs] {
            let there = bucket.client.head_bucket().bucket(&bucket.name).send().await;
            there.map_err(|failed| match failed.as_service_error() {
                // A HEAD has no body to say more in.
                Some(error) if error.is_not_found() => not_made("bucket", &bucket.name),
                _ => unavailable("HeadBucket", failed),
            })?;
        }
        let key = format!("check/{}", Uuid::new_v4());
        let both = match objects(templates, &key).await {
            Ok(()) => objects(jobs, &key).await,
            lacks => lacks,
        };
        let mut findings = vec![OBJECTS.found(both)?];
        findings.push(PARTS.found(parts(jobs, &key).await)?);
        let life = self.store.link_life(Timestamp::now() + LINK).await?.for_this_process();
        findings.push(LINKS.found(fetch_by_link(jobs, &key, &life, reach).await)?);
        findings.push(TICKETS.found(write_by_link(jobs, &key, &life, reach).await)?);
        jobs.delete(&key).await?;
        findings.push(LIFECYCLE.found(has_lifecycle(jobs).await)?);
        findings.push(VERSIONS.found(has_versions(templates).await)?);
        findings.push(CORS.found(admits_origins(jobs).await)?);
        Ok(findings)
    }
}

fn rule(id: &str) -> aws_sdk_s3::types::builders::LifecycleRuleBuilder {
    LifecycleRule::builder().id(id).status(ExpirationStatus::Enabled)
}

fn parts_go(rule: aws_sdk_s3::types::builders::LifecycleRuleBuilder) -> Result<LifecycleRule, StoreError> {
    let days = AbortIncompleteMultipartUpload::builder().days_after_initiation(PARTS_DAYS).build();
    rule.abort_incomplete_multipart_upload(days).build().map_err(unbuilt)
}

/// Whether the bucket of jobs removes what is old.
pub(crate) async fn has_lifecycle(jobs: &Bucket) -> Probed {
    let got = jobs.client.get_bucket_lifecycle_configuration().bucket(&jobs.name).send().await;
    let rules = got.map_err(lack("GetBucketLifecycleConfiguration"))?.rules.unwrap_or_default();
    let expires = |rule: &LifecycleRule| {
        rule.status == ExpirationStatus::Enabled
            && rule.expiration.as_ref().and_then(|expiration| expiration.days) == Some(JOBS_DAYS)
    };
    ensure(rules.iter().any(expires), "no rule removes what is older than two days")
}

async fn has_versions(templates: &Bucket) -> Probed {
    let got = templates.client.get_bucket_versioning().bucket(&templates.name).send().await;
    let status = got.map_err(lack("GetBucketVersioning"))?.status;
    ensure(status == Some(BucketVersioningStatus::Enabled), "they are not on")
}

async fn admits_origins(jobs: &Bucket) -> Probed {
    let got = jobs.client.get_bucket_cors().bucket(&jobs.name).send().await;
    let rules = got.map_err(lack("GetBucketCors"))?.cors_rules.unwrap_or_default();
    ensure(!rules.is_empty(), "no origin is admitted")
}

async fn objects(bucket: &Bucket, key: &str) -> Probed {
    let put = bucket.client.put_object().bucket(&bucket.name).key(key).metadata("template-id", "check");
    put.body(Bytes::from_static(b"0123456789").into()).send().await.map_err(lack("PutObject"))?;
    let whole = match answered(bucket.get_bounded(key, 10).await)? {
        Some(Found::Read { bytes, template_id }) => {
            bytes.as_ref() == b"0123456789" && template_id.as_deref() == Some("check")
        }
        _ => false,
    };
    ensure(whole, "GetObject does not return an object as it was written, with its metadata")?;
    let middle = answered(bucket.get_range(key, 3, 4).await)?;
    ensure(middle.is_some_and(|bytes| bytes.as_ref() == b"3456"), "GetObject does not return a range")?;
    let behind = answered(bucket.get_range(key, 10, 4).await)?;
    ensure(
        behind.is_some_and(|bytes| bytes.is_empty()),
        "a range behind the end is not refused as InvalidRange",
    )?;
    let listed = bucket.client.list_objects_v2().bucket(&bucket.name).prefix(key).send().await;
    let listed = listed.map_err(lack("ListObjectsV2"))?.contents.unwrap_or_default();
    let dated = listed.iter().any(|object| object.key() == Some(key) && object.last_modified.is_some());
    ensure(dated, "ListObjectsV2 does not list what was just written")?;
    answered(bucket.delete(key).await)?;
    ensure(answered(bucket.get(key).await)?.is_none(), "a deleted object is still there")?;
    ensure(answered(bucket.head(key).await)?.is_none(), "HeadObject finds a deleted object")
}

async fn parts(bucket: &Bucket, key: &str) -> Probed {
    let begin = bucket.client.create_multipart_upload().bucket(&bucket.name).key(key).send().await;
    let id = begin.map_err(lack("CreateMultipartUpload"))?.upload_id.unwrap_or_default();
    let mut sent = Vec::new();
    for (number, length) in [(1, PART), (2, 1)] {
        let part =
            bucket.client.upload_part().bucket(&bucket.name).key(key).upload_id(&id).part_number(number);
        let part =
            part.body(Bytes::from(vec![b'p'; length]).into()).send().await.map_err(lack("UploadPart"))?;
        let part = CompletedPart::builder()
            .part_number(number)
            .set_e_tag(part.e_tag)
            .set_checksum_crc32(part.checksum_crc32);
        sent.push(part.build());
    }
    let complete = || {
        let parts = CompletedMultipartUpload::builder().set_parts(Some(sent.clone())).build();
        let complete = bucket.client.complete_multipart_upload().bucket(&bucket.name).key(key);
        complete.upload_id(&id).multipart_upload(parts).send()
    };
    complete().await.map_err(lack("CompleteMultipartUpload"))?;
    let size = answered(bucket.head(key).await)?.and_then(|head| head.content_length);
    ensure(size.map(i64::unsigned_abs) == Some(PART as u64 + 1), "the parts are not joined")?;
    // An answer that was lost: the same call comes again.
    match complete().await {
        Err(failed) if failed.code() != Some("NoSuchUpload") => {
            Err(lack("CompleteMultipartUpload, again")(failed))
        }
        _ => Ok(()),
    }
}

async fn fetch_by_link(bucket: &Bucket, key: &str, life: &Life, reach: &dyn Reach) -> Probed {
    answered(bucket.put(key, "text/plain", Bytes::from_static(WRITTEN)).await)?;
    let named = "attachment; filename=\"check.txt\"";
    let link = answered(bucket.link_to_get(key, Some(named), life).await)?;
    let (status, disposition, bytes) = reach.get(&link).await.map_err(Lack::Lacks)?;
    ensure(status == 200 && bytes == WRITTEN, &format!("GET by a signed link answers {status}"))?;
    ensure(disposition == named, "GET by a signed link does not tell the name that is signed in it")
}

async fn write_by_link(bucket: &Bucket, key: &str, life: &Life, reach: &dyn Reach) -> Probed {
    let link = answered(bucket.link_to_put(key, life).await)?;
    answered(bucket.delete(key).await)?;
    let status = reach.put(&link, WRITTEN).await.map_err(Lack::Lacks)?;
    ensure(status == 200, &format!("PUT by a signed link answers {status}"))?;
    let bytes = answered(bucket.get(key).await)?;
    ensure(bytes.is_some_and(|bytes| bytes == WRITTEN), "PUT by a signed link writes something else")
}
