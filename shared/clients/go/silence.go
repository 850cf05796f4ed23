package platen

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// brokenError is what a connection failed with.
type brokenError struct{ cause error }

func (e *brokenError) Error() string { return e.cause.Error() }

// silence ends a request of which nothing is heard for too long, and is the body of its answer. A file may take hours, as long as it
// comes; a program that does not read may take its time, too.
type silence struct {
	limit     time.Duration
	timer     *time.Timer
	cancel    context.CancelFunc
	isExpired atomic.Bool
	body      io.ReadCloser
}

func newSilence(limit time.Duration, cancel context.CancelFunc) *silence {
	s := &silence{limit: limit, cancel: cancel}
	s.timer = time.AfterFunc(limit, func() {
		s.isExpired.Store(true)
		cancel()
	})
	return s
}

// heard begins the wait again.
func (s *silence) heard() { s.timer.Reset(s.limit) }

// pause expects nothing.
func (s *silence) pause() { s.timer.Stop() }

// why is the reason why a connection broke.
func (s *silence) why(cause error) error {
	if s.isExpired.Load() {
		return fmt.Errorf("nothing was heard for %v", s.limit)
	}
	return cause
}

func (s *silence) Read(bytes []byte) (int, error) {
	s.heard()
	count, err := s.body.Read(bytes)
	s.pause()
	if err != nil && err != io.EOF {
		err = &brokenError{s.why(err)}
	}
	return count, err
}

func (s *silence) Close() error {
	s.pause()
	s.cancel()
	if s.body == nil {
		return nil
	}
	return s.body.Close()
}

// sending is the body of a request, which nobody reads once the request has ended.
type sending struct {
	lock    sync.Mutex
	from    io.Reader
	silence *silence
	isOver  bool
}

func (s *sending) Read(bytes []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.isOver {
		return 0, io.ErrClosedPipe
	}
	s.silence.heard()
	return s.from.Read(bytes)
}

func (s *sending) end() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.isOver = true
}

// Close leaves what it is read from open: it is the caller's.
func (s *sending) Close() error { return nil }
