package platen

import (
	"math/rand"
	"net/http"
	"strconv"
	"time"
)

// Settings of a client. What is zero stays as it was, or is as usual.
type Settings struct {
	// Key takes the place of the client's: for With.
	Key string

	// Timeout bounds how long the service may be silent, before its answer and within it; usually a minute. A file may take hours. Use
	// the context to bound a whole call.
	Timeout time.Duration

	// Retries says how often and how soon a request is sent again.
	Retries *Retries

	// HTTPClient sends the requests, with a proxy or certificates of your own. Let it follow no redirects: they would take the key
	// elsewhere.
	HTTPClient *http.Client

	// OnAttempt is called with each request that was sent.
	OnAttempt func(Attempt)
}

func (s Settings) over(others Settings) Settings {
	if s.Key == "" {
		s.Key = others.Key
	}
	if s.Timeout == 0 {
		s.Timeout = others.Timeout
	}
	if s.Retries == nil {
		s.Retries = others.Retries
	}
	if s.HTTPClient == nil {
		s.HTTPClient = others.HTTPClient
	}
	if s.OnAttempt == nil {
		s.OnAttempt = others.OnAttempt
	}
	return s
}

// Attempt is a request that was sent, and what came of it: for logs and measurements.
type Attempt struct {
	Method string

	// Path is without the query, which may hold a signature.
	Path string

	// Number is counted from 1.
	Number int

	// Time is that until the answer was read, or failed.
	Time time.Duration

	// Status is that of the answer; 0 where there was none.
	Status int

	// Err is what it failed with: a *ServiceError, a *ConnectionFailedError, or the error of the file that the answer goes to.
	Err error
}

// Retries says how often and how soon a request is sent again.
type Retries struct {
	// Attempts is how often it is sent in all; 1 is once.
	Attempts int

	// FirstPause is that before the second; each pause is twice the one before, and up to a half shorter by chance.
	FirstPause time.Duration

	// LongestPause is the longest; where the service asks for more, the error is returned.
	LongestPause time.Duration
}

// pause is that until the next attempt, after this one (from 1) had this error, if there is another.
func (r *Retries) pause(attempt int, err error, isRepeatable bool) (time.Duration, bool) {
	refused, _ := err.(*ServiceError)
	// What the service did not do, so that it can be asked again whatever it was.
	isNotDone := refused != nil && (refused.Status == 429 || refused.Status == 503)
	if attempt >= r.Attempts || !isRepeatable && !isNotDone {
		return 0, false
	}
	if refused != nil {
		// What a gateway answers when it does not know what became of the request.
		isUnknown := refused.Status == 500 || refused.Status == 502 || refused.Status == 504
		if !isNotDone && !isUnknown && refused.Code != string(ErrRequestInProgress) {
			return 0, false
		}
		if asked, ok := waited(refused.retryAfter); ok {
			return asked, asked <= r.LongestPause
		}
	}
	pause := r.FirstPause << (attempt - 1)
	// Shifted out of its bits, it is negative.
	if pause > r.LongestPause || pause < 0 {
		pause = r.LongestPause
	}
	return time.Duration(float64(pause) * (0.5 + rand.Float64()/2)), true
}

// waited is what Retry-After asks for: seconds, or a date (RFC 9110, 10.2.3).
func waited(text string) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	if pause := time.Until(date); pause > 0 {
		return pause, true
	}
	return 0, true
}
