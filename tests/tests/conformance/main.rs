//! What every home's storage must do, written once over the store traits and run on all of them: SQLite and files, and S3,
//! DynamoDB and SQS, the latter also behind a network that fails. A third store joins with a [`home::Outside`] of its own and a line below.
//!
//! Orders that are random come from a seed, which is printed when a test fails, and taken from `PLATEN_SEED`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod claims;
mod duplicates;
mod events;
mod home;
mod incoming;
mod jobs;
mod jobs_in_disorder;
mod links;
mod moves;
mod pipeline;
mod recorded;
mod set_up;
mod subscriptions;
mod sweeps;
mod templates;
mod webhooks;

/// One test per function and home.
macro_rules! conformance {
    ($($file:ident: $($test:ident)*;)*) => {
        mod embedded {
            $($(
                #[test]
                fn $test() {
                    crate::home::on_embedded(crate::$file::$test);
                }
            )*)*
        }
        mod aws {
            $($(
                #[test]
                fn $test() {
                    crate::home::on_aws(crate::$file::$test);
                }
            )*)*
        }
        mod failing_aws {
            $($(
                #[test]
                fn $test() {
                    crate::home::on_failing_aws(crate::$file::$test);
                }
            )*)*
        }
    };
}

conformance! {
    templates:
        a_version_reads_back_as_it_was_recorded
        a_new_version_comes_into_force_and_the_old_one_stays
        the_same_file_again_is_no_new_version_unless_another_came_between
        a_rejected_version_leaves_the_ready_one_in_force
        disabling_hides_and_outlives_new_versions
        removing_takes_all_versions_and_nothing_else
        versions_count_until_the_storage_is_full_and_they_are_removed
        lists_are_by_name_in_pages
        lists_are_searched_by_name_in_either_case
        nothing_of_another_tenant_is_there
        versions_that_arrive_at_once_are_all_numbered
        remarks_of_any_length_are_kept
        a_draft_waits_until_it_is_published
        the_room_of_a_replaced_draft_is_free_again
        a_template_is_described_without_a_new_version
        of_two_changes_of_one_state_the_later_is_refused;
    events:
        what_was_done_reads_back_newest_first_and_by_pages;
    subscriptions:
        keys_are_found_by_their_hash_alone
        a_disabled_key_is_disabled_at_once_and_for_good
        a_session_and_a_bounded_key_read_back
        a_key_is_enabled_again_expires_and_is_deleted
        the_last_use_of_a_key_is_noted
        the_keys_that_use_a_template_are_counted
        a_subscription_is_created_once
        subscriptions_change_and_are_listed_by_name
        a_callback_secret_is_made_once_and_the_one_before_is_kept
        counts_add_up_however_they_come
        a_bucket_grants_its_burst_and_then_what_refills
        a_changed_plan_begins_with_a_full_bucket
        of_requests_at_once_no_more_than_the_burst_are_granted;
    webhooks:
        webhooks_read_back_oldest_first_with_their_addresses
        a_deleted_webhook_is_gone_and_its_deletion_can_be_repeated
        a_webhooks_new_secret_keeps_the_one_before
        messages_read_back_newest_first_and_a_cause_is_told_once;
    claims:
        a_claim_is_settled_once_and_remembered_until_it_expires
        a_claim_whose_process_died_runs_out
        a_released_claim_is_free_and_a_settled_one_is_not_released
        tenants_keys_do_not_meet
        of_a_hundred_claimants_one_wins;
    incoming:
        objects_are_read_within_their_subscription_only;
    jobs:
        a_job_reads_back_as_it_was_recorded
        files_of_all_documents_stand_behind_the_template
        the_same_job_again_changes_nothing
        items_wait_until_their_part_has_results
        a_job_runs_from_its_first_message_to_its_archive
        an_archive_of_several_parts_reads_back
        an_archive_that_is_given_up_leaves_none
        a_split_chunk_is_settled_item_by_item
        a_worker_that_dies_before_it_queues_loses_nothing
        failures_come_in_the_order_of_the_items
        a_canceled_job_takes_no_results
        a_stopped_job_ends_with_what_it_has
        a_failed_job_says_why
        a_password_goes_when_its_job_ends
        addresses_stay_until_the_last_delivery
        jobs_are_listed_newest_first_in_pages
        lists_reach_over_days
        a_job_of_another_tenant_is_none;
    jobs_in_disorder:
        results_that_come_twice_and_at_once_count_once
        many_workers_at_once_count_every_chunk_once
        a_cancel_amid_the_work_keeps_what_is_counted
        of_a_cancel_and_a_completion_one_wins
        a_job_that_is_started_twice_at_once_is_one;
}
