//! Places for connections: bounded in all and by address. Who holds a connection and asks for nothing gives way to who comes.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::framing::Framing;

/// The places of a server. Clones share them.
///
/// One client that opens thousands of connections and sends nothing would else keep all others waiting until its patience,
/// or the server's, ends.
#[derive(Clone)]
pub(super) struct Places(Arc<Shared>);

struct Shared {
    most: usize,
    most_of_one: usize,
    state: Mutex<State>,
    freed: Notify,
}

#[derive(Default)]
struct State {
    taken: usize,
    by_address: HashMap<IpAddr, Connections>,
    /// The connections without a request, the one that has been so for longest first, with its address.
    idle: BTreeMap<u64, IpAddr>,
    next: u64,
}

/// The connections of one address.
#[derive(Default)]
struct Connections {
    count: usize,
    idle: BTreeMap<u64, Idle>,
}

/// A connection without a request.
struct Idle {
    framing: Framing,
    close: Arc<Notify>,
}

/// Why a connection gets no place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// Its address has all that it may have, and all of them are at work.
    Address,
    /// All are at work.
    All,
}

impl Places {
    pub(super) fn new(most: usize, most_of_one: usize) -> Places {
        let shared = Shared { most, most_of_one, state: Mutex::default(), freed: Notify::new() };
        Places(Arc::new(shared))
    }

    /// A place for a connection from this address; `is_proxy` when many clients share the address. Where there is none, the
    /// connection that has been idle for longest is closed: of the same address, if that has all it may have.
    pub(super) fn take(&self, address: IpAddr, is_proxy: bool, framing: &Framing) -> Result<Place, NoPlace> {
        let mut state = self.0.locked();
        let of_address = state.by_address.get(&address).map_or(0, |found| found.count);
        if !is_proxy && of_address >= self.0.most_of_one {
            let oldest = state.oldest_idle_of(address).ok_or(NoPlace::Address)?;
            state.evict(oldest, address);
        } else if state.taken >= self.0.most {
            let (oldest, owner) = state.oldest_idle().ok_or(NoPlace::All)?;
            state.evict(oldest, owner);
        }
        state.taken += 1;
        state.by_address.entry(address).or_default().count += 1;
        let place = Place {
            shared: self.0.clone(),
            address,
            framing: framing.clone(),
            close: Arc::new(Notify::new()),
            idle: Mutex::new(None),
            busy: AtomicUsize::new(0),
        };
        state.rest(&place);
        Ok(place)
    }

    /// Waits until a place may have come free.
    pub(super) async fn freed(&self) {
        self.0.freed.notified().await;
    }
}

impl Shared {
    /// No code panics while it holds the lock, and the state is whole at every step.
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The number of the connection that has been idle for longest, with its address. One whose client has not taken its
    /// answer yet is not idle.
    fn oldest_idle(&self) -> Option<(u64, IpAddr)> {
        self.idle.iter().find_map(|(number, address)| {
            let idle = self.by_address.get(address)?.idle.get(number)?;
            (!idle.framing.has_unsent()).then_some((*number, *address))
        })
    }

    fn oldest_idle_of(&self, address: IpAddr) -> Option<u64> {
        let idle = &self.by_address.get(&address)?.idle;
        idle.iter().find(|(_, idle)| !idle.framing.has_unsent()).map(|(number, _)| *number)
    }

    /// Closes an idle connection. Its place is free at once.
    fn evict(&mut self, number: u64, address: IpAddr) {
        if let Some(idle) = self.wake(number, address) {
            idle.close.notify_one();
            self.give_back(address);
        }
    }

    fn give_back(&mut self, address: IpAddr) {
        self.taken -= 1;
        if let Some(connections) = self.by_address.get_mut(&address) {
            connections.count -= 1;
            if connections.count == 0 {
                self.by_address.remove(&address);
            }
        }
    }

    /// Counts a connection among the idle ones from now on.
    fn rest(&mut self, place: &Place) {
        let number = self.next;
        self.next += 1;
        let idle = Idle { framing: place.framing.clone(), close: place.close.clone() };
        self.idle.insert(number, place.address);
        self.by_address.entry(place.address).or_default().idle.insert(number, idle);
        *place.number() = Some(number);
    }

    /// Counts it among them no longer. `None` when it was closed.
    fn wake(&mut self, number: u64, address: IpAddr) -> Option<Idle> {
        self.idle.remove(&number);
        self.by_address.get_mut(&address)?.idle.remove(&number)
    }
}

/// A connection's place, until it is dropped.
pub(super) struct Place {
    shared: Arc<Shared>,
    address: IpAddr,
    framing: Framing,
    close: Arc<Notify>,
    /// Its number among the idle ones.
    idle: Mutex<Option<u64>>,
    /// Requests in work: with HTTP/2 several at once. Changed under the lock of the places.
    busy: AtomicUsize,
}

impl Place {
    fn number(&self) -> MutexGuard<'_, Option<u64>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ready when the connection has to give way.
    pub(super) async fn is_wanted_by_another(&self) {
        self.close.notified().await;
    }

    /// The connection has a request, until the guard is dropped.
    pub(super) fn busy(self: &Arc<Place>) -> Busy {
        let mut state = self.shared.locked();
        self.busy.fetch_add(1, Ordering::Relaxed);
        let number = self.number().take();
        if let Some(number) = number {
            let was_idle = state.wake(number, self.address);
            if was_idle.is_none() {
                // Closed at this very moment: it has no place to give back.
                *self.number() = Some(number);
            }
        }
        Busy(self.clone())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.shared.locked();
        let number = self.number().take();
        let has_place = number.is_none_or(|number| state.wake(number, self.address).is_some());
        if has_place {
            state.give_back(self.address);
        }
        drop(state);
        self.shared.freed.notify_one();
    }
}

/// A request in work, on a connection that is not closed meanwhile. A connection is idle again when the last of them is dropped.
pub(super) struct Busy(Arc<Place>);

impl Drop for Busy {
    fn drop(&mut self) {
        let mut state = self.0.shared.locked();
        let was_last = self.0.busy.fetch_sub(1, Ordering::Relaxed) == 1;
        // One that was closed no longer has a place.
        if was_last && self.0.number().is_none() {
            state.rest(&self.0);
        }
        drop(state);
        // Who waits for a place may take this one's.
        self.0.shared.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    struct Client {
        place: Arc<Place>,
    }

    impl Places {
        fn client(&self, last: u8) -> Result<Client, NoPlace> {
            self.take(address(last), false, &Framing::new()).map(|place| Client { place: Arc::new(place) })
        }
    }

    impl Client {
        async fn is_closed(&self) -> bool {
            let wait = std::time::Duration::from_millis(1);
            tokio::time::timeout(wait, self.place.is_wanted_by_another()).await.is_ok()
        }
    }

    #[tokio::test]
    async fn the_connection_that_is_idle_for_longest_gives_way() {
        let places = Places::new(3, 3);
        let (first, second, third) =
            (places.client(1).unwrap(), places.client(1).unwrap(), places.client(2).unwrap());
        // The first one had a request meanwhile, and is idle since then only.
        drop(first.place.busy());
        let _fourth = places.client(3).unwrap();
        assert!(second.is_closed().await);
        assert!(!first.is_closed().await && !third.is_closed().await);
        drop(second);
        assert_eq!(places.0.locked().taken, 3);
    }

    #[tokio::test]
    async fn an_address_has_its_share_and_closes_its_own() {
        let places = Places::new(10, 2);
        let (other, first, second) =
            (places.client(9).unwrap(), places.client(1).unwrap(), places.client(1).unwrap());
        let _third = places.client(1).unwrap();
        assert!(first.is_closed().await && !other.is_closed().await && !second.is_closed().await);
        let shared = places.take(address(1), true, &Framing::new());
        assert!(shared.is_ok() && !second.is_closed().await, "an address that many share is not bounded");
    }

    #[tokio::test]
    async fn who_has_a_request_keeps_its_place() {
        let places = Places::new(2, 1);
        let first = places.client(1).unwrap();
        let busy = first.place.busy();
        assert_eq!(places.client(1).err(), Some(NoPlace::Address));
        let second = places.client(2).unwrap();
        let also_busy = second.place.busy();
        assert_eq!(places.client(3).err(), Some(NoPlace::All));
        drop(busy);
        let _third = places.client(3).unwrap();
        assert!(first.is_closed().await);
        drop((also_busy, first, second));
        assert_eq!(places.0.locked().taken, 1);
        drop(_third);
        let state = places.0.locked();
        assert_eq!((state.taken, state.by_address.len(), state.idle.len()), (0, 0, 0));
    }

    #[tokio::test]
    async fn a_connection_that_is_closed_while_its_request_comes_gives_nothing_back_twice() {
        let places = Places::new(1, 1);
        let first = places.client(1).unwrap();
        let second = places.client(2).unwrap();
        drop(first.place.busy());
        drop(first);
        assert_eq!(places.0.locked().taken, 1);
        drop(second);
        assert_eq!(places.0.locked().taken, 0);
    }
}
