//! The folders that a process is kept to, by Landlock.

use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};

use crate::Confinement;

/// The newest version of Landlock whose kinds of access are known here. An older kernel restricts those that it knows.
const KNOWN: ABI = ABI::V6;

/// Restricts this thread and all that it starts; gives the version of Landlock in force.
///
/// Attack: code that runs in a parser opens the data folder, which holds all tenants' documents, or another process's
/// memory below /proc.
pub(crate) fn restrict(confinement: &Confinement) -> Result<u32, String> {
    restricted(confinement).map_err(|error| error.to_string())?.ok_or_else(|| {
        "the kernel has none, or it is not among the security modules that the kernel was started with"
            .to_owned()
    })
}

fn restricted(confinement: &Confinement) -> Result<Option<u32>, landlock::RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?;
    let ruleset = allow(ruleset, &confinement.readable, read)?;
    let status = ruleset.restrict_self()?;
    Ok(match status.landlock {
        LandlockStatus::Available { effective_abi, .. }
            if status.ruleset != landlock::RulesetStatus::NotEnforced =>
        {
            Some(effective_abi as u32)
        }
        _ => None,
    })
}

/// What cannot be opened is left out: it needs no right.
fn allow(
    ruleset: RulesetCreated,
    paths: &[PathBuf],
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    paths.iter().filter_map(|path| Some((path, PathFd::new(path).ok()?))).try_fold(
        ruleset,
        |ruleset, (path, fd)| {
            // A file takes the rights that files have.
            let access = if path.is_dir() { access } else { access & AccessFs::from_file(KNOWN) };
            ruleset.add_rule(PathBeneath::new(fd, access))
        },
    )
}
