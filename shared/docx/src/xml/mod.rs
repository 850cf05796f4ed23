//! arena tree
