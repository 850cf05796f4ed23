//! The children of one engine: started when needed, kept for the next document of the same tenant, never more than the
//! settings say.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use platen_ooxml::{Budget, Warnings};
use platen_sandbox::SandboxReport;
use uuid::Uuid;

use super::child::{Child, Lost, out_of_time};
use super::deadline::LOOK_EVERY;
use super::message::{Answer, FinishJob, Job, body};
use super::{ChildSettings, Role};
use crate::{Converted, PageImage, Passage, PdfError, PdfOptions, Pictured, UpdatedDocx, Whereabouts, notes};

/// Whose bytes a child has read: a subscription's, or those of a program that has no subscriptions.
type Tenant = Option<Uuid>;

/// Children that wait, and the count of those at work.
#[derive(Default)]
struct State {
    /// With the tenant whose bytes each has read; the one that has waited longest first.
    idle: Vec<(Tenant, Child)>,
    /// One that has read nobody's bytes.
    spare: Option<Child>,
    busy: usize,
}

pub(crate) struct Pool {
    settings: ChildSettings,
    role: Role,
    state: Mutex<State>,
    /// Told whenever a child is free again.
    freed: Condvar,
    /// Whether the next change of tenants is prepared for.
    is_warm: AtomicBool,
    report: OnceLock<SandboxReport>,
}

impl Pool {
    pub(crate) fn new(settings: ChildSettings, role: Role) -> Pool {
        Pool {
            settings,
            role,
            state: Mutex::default(),
            freed: Condvar::new(),
            is_warm: AtomicBool::new(false),
            report: OnceLock::new(),
        }
    }

    /// Starts a child and keeps it for the first document, and from now on another one for the next change of tenants.
    ///
    /// # Errors
    /// No child starts, or it is not confined as it should be.
    pub(crate) fn warm_up(&self, budget: &Budget) -> Result<(), PdfError> {
        if self.locked().spare.is_some() {
            return Ok(());
        }
        let mut child = Child::start(&self.settings, &self.role)?;
        self.remember(child.report(budget).map_err(|Lost(error)| error)?);
        self.is_warm.store(self.role.keeps_a_spare(), Ordering::Relaxed);
        let _before = self.locked().spare.replace(child);
        Ok(())
    }

    /// What confines the children; `None` before the first of them said so.
    pub(crate) fn sandbox(&self) -> Option<SandboxReport> {
        self.report.get().cloned()
    }

    /// Waits for a child, and for its answer, within `budget`. A child that crashes or hangs is ended, and this document
    /// alone is lost. One that was killed from outside is not the document's fault: a fresh one tries again, once.
    ///
    /// # Errors
    /// [`PdfError::Busy`] when no child came free in time; those of the child.
    pub(super) fn answer(
        &self,
        job: &Job,
        body: &[u8],
        tenant: Tenant,
        budget: &Budget,
    ) -> Result<(Answer, Vec<u8>), PdfError> {
        match self.answer_once(job, body, tenant, budget) {
            Err(PdfError::Killed) => self.answer_once(job, body, tenant, budget),
            answer => answer,
        }
    }

    fn answer_once(
        &self,
        job: &Job,
        body: &[u8],
        tenant: Tenant,
        budget: &Budget,
    ) -> Result<(Answer, Vec<u8>), PdfError> {
        // Its clock starts here at the latest.
        budget.check()?;
        let Place { child, replaced, _slot } = self.place(tenant, budget)?;
        drop(replaced);
        let mut child = match child {
            Some(child) => child,
            None => Child::start(&self.settings, &self.role)?,
        };
        let answer = child.report(budget).map(|report| self.remember(report));
        let answer = answer.and_then(|()| child.answer(job, body, budget)).map_err(|Lost(error)| error);
        if answer.is_ok() && !child.is_worn(&self.settings) {
            let _oldest = self.keep(tenant, child);
        }
        self.prepare_another(budget);
        answer
    }

    /// Keeps a child for the tenant's next document; gives the one that waited longest, if more wait than are kept.
    fn keep(&self, tenant: Tenant, child: Child) -> Option<(Tenant, Child)> {
        let mut state = self.locked();
        state.idle.push((tenant, child));
        (state.idle.len() > self.settings.kept.get()).then(|| state.idle.remove(0))
    }

    /// A child that has read the tenant's bytes before, or one that has read nobody's.
    fn place(&self, tenant: Tenant, budget: &Budget) -> Result<Place<'_>, PdfError> {
        let most = self.settings.most.get();
        let mut state = self.locked();
        while state.busy >= most {
            if budget.is_cancelled() || budget.time_left().is_zero() {
                budget.check()?;
                return Err(PdfError::Busy(state.busy));
            }
            let wait = budget.time_left().min(LOOK_EVERY);
            (state, _) = self.freed.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner);
        }
        state.idle.retain_mut(|(_, child)| child.is_alive());
        let own = state.idle.iter().rposition(|(owner, _)| *owner == tenant);
        let mut child = own.map(|at| state.idle.remove(at).1);
        let mut replaced = None;
        if child.is_none() {
            // Attack: an exploit in one tenant's document waits in its child for the documents of another.
            if state.busy + state.idle.len() >= most && !state.idle.is_empty() {
                replaced = Some(state.idle.remove(0).1);
            }
            child = state.spare.take().and_then(|mut spare| spare.is_alive().then_some(spare));
        }
        state.busy += 1;
        Ok(Place { child, replaced, _slot: Slot(self) })
    }

    /// Starts a spare child, if there is none and some are kept: it loads its fonts while nobody waits for it.
    fn prepare_another(&self, budget: &Budget) {
        if !self.is_warm.load(Ordering::Relaxed) || self.locked().spare.is_some() {
            return;
        }
        // What hinders it hinders the next document too, and is told with that.
        if let Ok(mut child) = Child::start(&self.settings, &self.role)
            && child.greet(budget).is_ok()
        {
            let _other = self.locked().spare.replace(child);
        }
    }

    /// Keeps what confines the first child, and logs it.
    fn remember(&self, report: &SandboxReport) {
        self.report.get_or_init(|| {
            let SandboxReport { mode, no_new_privs, capabilities_dropped, landlock_abi, seccomp, .. } =
                report;
            tracing::info!(
                %mode,
                no_new_privs,
                capabilities_dropped,
                landlock_abi,
                seccomp,
                "documents are read in processes of their own"
            );
            for lack in &report.missing {
                tracing::warn!("processes that read documents are not fully confined: {lack}");
            }
            report.clone()
        });
    }

    /// No code panics while it holds the lock, and the state is whole at every step.
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to run one child, a child that waited, if any did for this tenant, and one of another tenant that has to
/// end.
struct Place<'a> {
    child: Option<Child>,
    replaced: Option<Child>,
    _slot: Slot<'a>,
}

/// Gives the right back when dropped, however the work ends.
struct Slot<'a>(&'a Pool);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.locked().busy -= 1;
        self.0.freed.notify_one();
    }
}

impl Pool {
    /// Converts a document and finishes the PDF; what the PDF does not show as it should goes into the log as well.
    ///
    /// # Errors
    /// Those of [`Pool::answer`], and the document's.
    pub(crate) fn convert(&self, docx: &[u8], options: &PdfOptions) -> Result<Converted, PdfError> {
        let budget = options.budget();
        let (limits, finish) = (options.limits.clone(), Box::new(FinishJob::from(&options.finish)));
        let job = Job::Convert { limits, finish, fields: options.fields.clone(), time: budget.time_left() };
        match self.answer(&job, &body(docx, &options.finish), options.tenant, &budget)? {
            (Answer::Pdf(warnings), pdf) => {
                notes::log(&warnings);
                Ok(Converted { pdf, warnings })
            }
            (Answer::Refused(fault), _) => Err(fault.into_error(|| out_of_time(&budget))),
            _ => Err(PdfError::Engine),
        }
    }

    /// A document with its fields computed.
    ///
    /// # Errors
    /// As [`Pool::convert`].
    pub(crate) fn update_fields(&self, docx: &[u8], options: &PdfOptions) -> Result<UpdatedDocx, PdfError> {
        let budget = options.budget();
        let fields = options.fields.clone().unwrap_or_default();
        let job = Job::UpdateFields { limits: options.limits.clone(), fields, time: budget.time_left() };
        match self.answer(&job, docx, options.tenant, &budget)? {
            (Answer::Updated(warnings), docx) => Ok(UpdatedDocx { docx, warnings }),
            (Answer::Refused(fault), _) => Err(fault.into_error(|| out_of_time(&budget))),
            _ => Err(PdfError::Engine),
        }
    }

    /// A page of that PDF as a picture.
    ///
    /// # Errors
    /// As [`Pool::convert`]; [`PdfError::NoPage`].
    pub(crate) fn picture(
        &self,
        docx: &[u8],
        page: PageImage,
        options: &PdfOptions,
    ) -> Result<Pictured, PdfError> {
        let budget = options.budget();
        let watermark = options.finish.watermark.as_ref().map(|watermark| watermark.as_str().to_owned());
        let (limits, fields, time) = (options.limits.clone(), options.fields.clone(), budget.time_left());
        let job = Job::Picture { limits, watermark, fields, page, time };
        match self.answer(&job, docx, options.tenant, &budget)? {
            (Answer::Picture(pages, warnings), png) => {
                notes::log(&warnings);
                Ok(Pictured { png, pages, warnings })
            }
            (Answer::Refused(fault), _) => Err(fault.into_error(|| out_of_time(&budget))),
            _ => Err(PdfError::Engine),
        }
    }

    /// Where passages stand on the pages of a document.
    ///
    /// # Errors
    /// As [`Pool::convert`].
    pub(crate) fn find(
        &self,
        docx: &[u8],
        passages: Vec<Passage>,
        options: &PdfOptions,
    ) -> Result<Vec<Option<Whereabouts>>, PdfError> {
        let budget = options.budget();
        let job = Job::Find { limits: options.limits.clone(), passages, time: budget.time_left() };
        match self.answer(&job, docx, options.tenant, &budget)? {
            (Answer::Found(places), _) => Ok(places),
            (Answer::Refused(fault), _) => Err(fault.into_error(|| out_of_time(&budget))),
            _ => Err(PdfError::Engine),
        }
    }

    /// What a PDF of a document would lack.
    ///
    /// # Errors
    /// As [`Pool::convert`].
    pub(crate) fn check(&self, docx: &[u8], options: &PdfOptions) -> Result<Warnings, PdfError> {
        let budget = options.budget();
        let job = Job::Check { limits: options.limits.clone(), time: budget.time_left() };
        match self.answer(&job, docx, options.tenant, &budget)? {
            (Answer::Checked(warnings), _) => Ok(warnings),
            (Answer::Refused(fault), _) => Err(fault.into_error(|| out_of_time(&budget))),
            _ => Err(PdfError::Engine),
        }
    }
}
