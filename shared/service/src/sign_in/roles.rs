//! The role that the provider's groups give a person, in which subscription, and for which templates.

use std::cmp::Ordering;

use uuid::Uuid;

use crate::ids::SubscriptionId;
use crate::keys::Scope;
use crate::reach::Labels;

/// The group that everybody is in who signs in.
const EVERYBODY: &str = "*";

/// The names of people's roles, by scope.
const ROLES: [(&str, Scope); 3] =
    [("operator", Scope::Generate), ("author", Scope::Manage), ("administrator", Scope::Administer)];

/// A role: a scope in a subscription, for all its templates or those with some labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// The subscription; `None` is the first one of a home.
    pub subscription: Option<SubscriptionId>,
    /// Its holder's rights.
    pub scope: Scope,
    /// The labels that templates have one of that its holder reaches; `None` reaches all templates.
    pub template_labels: Option<Labels>,
}

/// The roles of groups, in the order in which they are written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roles(Vec<(String, Role)>);

impl Roles {
    /// Reads `GROUP=ROLE`, `GROUP=ROLE@SUBSCRIPTION` or `GROUP=ROLE:LABEL,LABEL@SUBSCRIPTION`, separated by semicolons, since names
    /// of groups may have commas and equals signs (`cn=admins,ou=groups`).
    ///
    /// # Errors
    /// The first entry that is wrong.
    pub fn parse(text: &str) -> Result<Roles, String> {
        let entries = text.split(';').map(str::trim).filter(|entry| !entry.is_empty());
        entries.map(|entry| parse(entry).ok_or_else(|| entry.to_owned())).collect::<Result<_, _>>().map(Roles)
    }

    /// Whether nobody has a role.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A group whose entry names no subscription.
    pub(super) fn without_subscription(&self) -> Option<&str> {
        self.0.iter().find(|(_, role)| role.subscription.is_none()).map(|(group, _)| group.as_str())
    }

    /// The role of somebody in these groups: the first entry that fits says in which subscription, and of all that fit
    /// there the highest role counts, for the templates of all entries with that role. A lower role for more templates adds nothing: a
    /// person has one role, and must not have it where no group gives it.
    pub fn of(&self, groups: &[String]) -> Option<Role> {
        let fits = |group: &String| group == EVERYBODY || groups.contains(group);
        let mut found = self.0.iter().filter(|(group, _)| fits(group)).map(|(_, role)| role);
        let first = found.next()?;
        let same = found.filter(|role| role.subscription == first.subscription);
        Some(same.fold(first.clone(), |best, role| match role.scope.cmp(&best.scope) {
            Ordering::Less => best,
            Ordering::Greater => role.clone(),
            Ordering::Equal => {
                let both = best.template_labels.as_ref().zip(role.template_labels.as_ref());
                Role { template_labels: both.map(|(own, more)| own.with(more)), ..best }
            }
        }))
    }
}

/// Labels with commas between them, none of them empty.
fn read_labels(text: &str) -> Option<Labels> {
    let labels: Vec<String> = text.split(',').map(|label| label.trim().to_owned()).collect();
    if labels.iter().any(String::is_empty) { None } else { Labels::new(&labels) }
}

fn parse(entry: &str) -> Option<(String, Role)> {
    let (group, role) = entry.rsplit_once('=')?;
    let (role, subscription) = match role.split_once('@') {
        Some((role, id)) => (role, Some(SubscriptionId(Uuid::parse_str(id.trim()).ok()?))),
        None => (role, None),
    };
    let (role, template_labels) = match role.split_once(':') {
        Some((role, labels)) => (role, Some(read_labels(labels)?)),
        None => (role, None),
    };
    let (group, role) = (group.trim(), role.trim());
    let scope = ROLES.iter().find(|(name, _)| *name == role)?.1;
    // Whoever administers sees all keys and all that was done.
    let fits = !group.is_empty() && (template_labels.is_none() || scope < Scope::Administer);
    fits.then(|| (group.to_owned(), Role { subscription, scope, template_labels }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_group_that_fits_names_the_subscription_and_the_highest_role_counts() {
        let other = SubscriptionId(Uuid::from_u128(7));
        let text = format!(
            "office = operator; cn=admins,ou=it=administrator; press=author@{other}; *=operator@{other};"
        );
        let roles = Roles::parse(&text).unwrap();
        let of = |groups: &[&str]| {
            let role = roles.of(&groups.iter().map(|group| (*group).to_owned()).collect::<Vec<_>>()).unwrap();
            (role.subscription, role.scope)
        };
        assert_eq!(of(&["office"]), (None, Scope::Generate));
        assert_eq!(of(&["press", "cn=admins,ou=it", "office"]), (None, Scope::Administer));
        assert_eq!(of(&["press"]), (Some(other), Scope::Manage));
        assert_eq!(of(&["Office"]), (Some(other), Scope::Generate), "names are exact");
        assert_eq!(Roles::parse("office=operator").unwrap().of(&["press".to_owned()]), None);
    }

    #[test]
    fn the_highest_role_counts_for_the_templates_that_it_is_given_for() {
        let text = "hr=author:HR; sales = author : Sales, Offers; all=author; *=operator; boss=administrator; temp=operator:HR";
        let roles = Roles::parse(text).unwrap();
        let of = |groups: &[&str]| {
            let role = roles.of(&groups.iter().map(|group| (*group).to_owned()).collect::<Vec<_>>()).unwrap();
            (role.scope, role.template_labels.map(|labels| labels.listed()))
        };
        assert_eq!(of(&["hr"]), (Scope::Manage, Some("HR".to_owned())));
        assert_eq!(of(&["sales", "hr"]), (Scope::Manage, Some("HR, Offers, Sales".to_owned())));
        assert_eq!(of(&["hr", "all"]), (Scope::Manage, None));
        assert_eq!(of(&["hr", "boss"]), (Scope::Administer, None));
        assert_eq!(of(&["temp"]), (Scope::Generate, None), "everybody is an operator of all templates");
    }

    #[test]
    fn wrong_entries_are_named() {
        for wrong in [
            "office",
            "office=king",
            "=operator",
            "office=operator@7",
            "office:operator",
            "office=operator:",
            "office=author:hr,,x",
            "it=administrator:hr",
        ] {
            assert_eq!(Roles::parse(&format!("a=author; {wrong}")), Err(wrong.to_owned()));
        }
        assert!(Roles::parse(" ; ").unwrap().is_empty());
    }
}
