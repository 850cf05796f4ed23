package platen

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strings"
	"time"
)

const idempotencyKey = "Idempotency-Key"

// call is a call of an operation.
type call struct {
	method, path string
	query        url.Values
	header       http.Header
	body         []byte
	err          error
}

func newCall(method, path string) *call {
	return &call{method: method, path: path, query: url.Values{}, header: http.Header{}}
}

func (c *call) inPath(name string, value any) {
	given, _ := text(value)
	c.path = strings.ReplaceAll(c.path, "{"+name+"}", url.PathEscape(given))
}

func (c *call) inQuery(name string, value any) {
	if given, ok := text(value); ok {
		c.query.Set(name, given)
	}
}

// inHeader sets a header; where no Idempotency-Key is given, the call has one by itself.
func (c *call) inHeader(name string, value any) {
	if given, ok := text(value); ok {
		c.header.Set(name, given)
	} else if name == idempotencyKey {
		var unique [16]byte
		_, c.err = rand.Read(unique[:])
		c.header.Set(name, hex.EncodeToString(unique[:]))
	}
}

func (c *call) inBody(mediaType string, value any) {
	c.header.Set("Content-Type", mediaType)
	if file, ok := value.([]byte); ok {
		c.body = file
	} else if c.err == nil {
		c.body, c.err = json.Marshal(value)
	}
}

// text is a parameter as it is sent, if it is given.
func text(value any) (string, bool) {
	given := reflect.ValueOf(value)
	if given.Kind() == reflect.Pointer {
		if given.IsNil() {
			return "", false
		}
		given = given.Elem()
	}
	return fmt.Sprint(given), true
}

// ask calls an operation that answers with JSON, or with nothing, where into is nil.
func (c *Client) ask(ctx context.Context, call *call, into any) error {
	body, _, err := c.whole(ctx, call)
	if err != nil || into == nil {
		return err
	}
	return decode(body, into)
}

// askFile calls an operation that answers with a file.
func (c *Client) askFile(ctx context.Context, call *call) (*File, error) {
	body, header, err := c.whole(ctx, call)
	if err != nil {
		return nil, err
	}
	return newFile(body, header), nil
}

// whole is the whole body of an answer, with its headers.
func (c *Client) whole(ctx context.Context, call *call) (body []byte, header http.Header, err error) {
	if call.err != nil {
		return nil, nil, call.err
	}
	address := c.absolute(call.path)
	if len(call.query) > 0 {
		address += "?" + call.query.Encode()
	}
	isRepeatable := call.method == "GET" || call.method == "PUT" || call.method == "DELETE" || call.header.Get(idempotencyKey) != ""
	request := &request{method: call.method, address: address, header: call.header, isRepeatable: isRepeatable}
	if call.body != nil {
		request.body, request.size = bytes.NewReader(call.body), int64(len(call.body))
	}
	err = c.send(ctx, request, func(answer *http.Response) error {
		defer answer.Body.Close()
		header = answer.Header
		body, err = io.ReadAll(answer.Body)
		return err
	})
	return body, header, err
}

// decode reads JSON. Numbers of any kind stay as they came.
func decode(body []byte, into any) error {
	reader := json.NewDecoder(bytes.NewReader(body))
	reader.UseNumber()
	if err := reader.Decode(into); err != nil {
		return fmt.Errorf("the answer is not the JSON of this interface: %w", err)
	}
	return nil
}

// request can be sent again, if its body can seek.
type request struct {
	method, address string
	header          http.Header
	body            io.Reader
	// begin is where the body begins in what it is read from; size is negative where nobody knows it.
	begin, size  int64
	isRepeatable bool
	// length is how much of the answer was fetched.
	length int64
}

// measure finds the length of the body, without which object stores take none, where it can seek.
func (r *request) measure() (err error) {
	seeker, ok := r.body.(io.Seeker)
	if !ok {
		return nil
	}
	if r.begin, err = seeker.Seek(0, io.SeekCurrent); err != nil {
		return err
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	r.size, r.isRepeatable = end-r.begin, true
	return err
}

// fetch writes an answer to the end of a file, or all anew, and asks for the rest next time.
func (r *request) fetch(answer *http.Response, file *os.File) error {
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusPartialContent {
		r.length = 0
	}
	if err := file.Truncate(r.length); err != nil {
		return err
	}
	if _, err := file.Seek(r.length, io.SeekStart); err != nil {
		return err
	}
	count, err := io.Copy(file, answer.Body)
	r.length += count
	r.header.Del("Range")
	r.header.Del("If-Range")
	// Without a tag nobody knows whether what follows belongs to what is there; a weak one names no bytes (RFC 9110, 13.1.5).
	if tag := answer.Header.Get("Etag"); r.length > 0 && strings.HasPrefix(tag, `"`) {
		r.header.Set("Range", fmt.Sprintf("bytes=%d-", r.length))
		r.header.Set("If-Range", tag)
	}
	return err
}

// send sends a request until it has an answer that keep takes, and returns what a bad one stands for.
func (c *Client) send(ctx context.Context, request *request, keep func(*http.Response) error) error {
	for attempt := 1; ; attempt++ {
		err := c.attempt(ctx, request, attempt, keep)
		_, isRefused := err.(*ServiceError)
		_, isBroken := err.(*ConnectionFailedError)
		if !isRefused && !isBroken {
			return err
		}
		pause, isAgain := c.settings.Retries.pause(attempt, err, request.isRepeatable)
		if !isAgain {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (c *Client) attempt(ctx context.Context, request *request, number int, keep func(*http.Response) error) error {
	within, cancel := context.WithCancel(ctx)
	silence := newSilence(c.settings.Timeout, cancel)
	sent, body, err := request.build(within, silence)
	if err != nil {
		silence.Close()
		return err
	}
	sent.Header.Set("User-Agent", "platen-client-go/"+Version)
	began := time.Now()
	status := 0
	answer, err := c.settings.HTTPClient.Do(sent)
	// What sends it may still read from the body, which another attempt begins anew.
	body.end()
	if err != nil {
		silence.Close()
		err = &brokenError{err}
	} else {
		status = answer.StatusCode
		err = c.read(answer, silence, keep)
	}
	var broken *brokenError
	if errors.As(err, &broken) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err = &ConnectionFailedError{silence.why(broken.cause)}
	}
	if c.settings.OnAttempt != nil {
		c.settings.OnAttempt(Attempt{request.method, sent.URL.Path, number, time.Since(began), status, err})
	}
	return err
}

// read gives a good answer to keep, and makes an error of a bad one.
func (c *Client) read(answer *http.Response, silence *silence, keep func(*http.Response) error) error {
	silence.pause()
	silence.body = answer.Body
	answer.Body = silence
	if answer.StatusCode/100 == 2 {
		return keep(answer)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	return refused(answer.StatusCode, said, answer.Header.Get("Retry-After"))
}

// build is the request as it is sent once.
func (r *request) build(ctx context.Context, silence *silence) (*http.Request, *sending, error) {
	body := &sending{from: r.body, silence: silence}
	if seeker, ok := r.body.(io.Seeker); ok {
		if _, err := seeker.Seek(r.begin, io.SeekStart); err != nil {
			return nil, nil, err
		}
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, r.address, nil)
	if err != nil {
		return nil, nil, err
	}
	sent.Header = r.header.Clone()
	if r.body != nil && r.size != 0 {
		// It can be read once, so that nobody but this package sends it again.
		sent.Body, sent.ContentLength = body, r.size
	}
	return sent, body, nil
}

// sleep waits, unless ctx ends.
func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
