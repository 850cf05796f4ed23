// Package platen is a client of Platen: Word templates and JSON in, documents out.
//
// A Client has a method for each operation of the service. Optional members and parameters are pointers, which Ptr makes; nil is left
// out. Methods may be called by several goroutines at once.
package platen

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// The pauses between two looks at a job: the first, and the longest.
const (
	firstLook = 250 * time.Millisecond
	lastLook  = 5 * time.Second
	pageSize  = 100
)

// Client calls a service.
type Client struct {
	baseURL  string
	settings Settings
}

// New makes a client of the service at an address, such as http://127.0.0.1:8080. Settings{} are the usual ones.
func New(baseURL, key string, settings Settings) *Client {
	usual := Settings{
		Key:     key,
		Timeout: time.Minute,
		Retries: &Retries{Attempts: 4, FirstPause: time.Second / 2, LongestPause: 30 * time.Second},
		// A redirect would take the key to another address.
		HTTPClient: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	return &Client{strings.TrimRight(baseURL, "/"), settings.over(usual)}
}

// With is the same client with other settings, on the same connections; those that are not given stay as they are.
func (c *Client) With(settings Settings) *Client {
	return &Client{c.baseURL, settings.over(c.settings)}
}

// Ptr makes a value one that may be left out.
func Ptr[T any](value T) *T { return &value }

// AllTemplates walks through every template, or those with a label or a name.
func (c *Client) AllTemplates(params *GetTemplatesParams) *Iterator[Template] {
	return paged(func(ctx context.Context, number int64) ([]Template, error) {
		page, err := c.GetTemplates(ctx, number, pageSize, params)
		if err != nil {
			return nil, err
		}
		return page.Items, nil
	})
}

// AllJobs walks through every job, the newest first. One that starts meanwhile moves the others on: an entry may come twice.
func (c *Client) AllJobs() *Iterator[Job] {
	return paged(func(ctx context.Context, number int64) ([]Job, error) {
		return c.ListAllBulkGenerationJobs(ctx, number, pageSize)
	})
}

// AllKeys walks through every key and session, the newest first.
func (c *Client) AllKeys() *Iterator[ManagedKey] {
	return paged(func(ctx context.Context, number int64) ([]ManagedKey, error) {
		page, err := c.ListKeys(ctx, number, pageSize)
		if err != nil {
			return nil, err
		}
		return page.Items, nil
	})
}

// AllWebhooks walks through every webhook, the newest first.
func (c *Client) AllWebhooks() *Iterator[Webhook] {
	return paged(func(ctx context.Context, number int64) ([]Webhook, error) {
		page, err := c.ListWebhooks(ctx, number, pageSize)
		if err != nil {
			return nil, err
		}
		return page.Items, nil
	})
}

// AllEvents walks through who did what, the newest first.
func (c *Client) AllEvents() *Iterator[Event] {
	var before *string
	return &Iterator[Event]{page: func(ctx context.Context) ([]Event, bool, error) {
		page, err := c.ListEvents(ctx, pageSize, &ListEventsParams{Before: before})
		if err != nil {
			return nil, true, err
		}
		before = page.Next
		return page.Items, before == nil, nil
	}}
}

// WaitForJob waits until a job is completed, and calls progress, where it is not nil, with the job at each look at it. The error is a
// *JobNotCompletedError when the job failed or was canceled. When ctx ends, the job continues: wait for it again, or cancel it.
func (c *Client) WaitForJob(ctx context.Context, jobID string, progress func(*Job)) (*Job, error) {
	for pause := firstLook; ; pause = pause * 3 / 2 {
		job, err := c.GetBulkGenerationJob(ctx, jobID)
		if err != nil {
			return nil, err
		}
		if progress != nil {
			progress(job)
		}
		switch job.Status {
		case "Completed":
			return job, nil
		case "Pending", "Running":
		default:
			return nil, &JobNotCompletedError{Job: job}
		}
		if pause > lastLook {
			pause = lastLook
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// RunJob starts a job and waits until it is completed, as WaitForJob does.
func (c *Client) RunJob(ctx context.Context, body GenerateDocumentsBulkDto, progress func(*Job)) (*Job, error) {
	started, err := c.GenerateDocumentsBulk(ctx, body, nil)
	if err != nil {
		return nil, err
	}
	return c.WaitForJob(ctx, started.JobID, progress)
}

// UploadItems uploads items that are too many for a request, and returns the ItemsUploadID of a job. They are read as they are sent. What
// can seek, such as an *os.File, is sent from where it stands, and again where the connection breaks.
func (c *Client) UploadItems(ctx context.Context, content io.Reader, mediaType string) (string, error) {
	ticket, err := c.CreateBulkUpload(ctx)
	if err != nil {
		return "", err
	}
	// The link authorizes the request: the key is not for whoever holds the storage.
	request := &request{method: "PUT", address: c.absolute(ticket.UploadURL), header: http.Header{}, body: content, size: -1}
	request.header.Set("Content-Type", mediaType)
	if err := request.measure(); err != nil {
		return "", fmt.Errorf("the items cannot be read: %w", err)
	}
	if err := c.send(ctx, request, func(answer *http.Response) error { return answer.Body.Close() }); err != nil {
		return "", err
	}
	return ticket.UploadID, nil
}

// Open is a completed job's archive as a stream, which the caller closes.
func (c *Client) Open(ctx context.Context, job *Job) (io.ReadCloser, error) {
	request, err := c.archive(job)
	if err != nil {
		return nil, err
	}
	var stream io.ReadCloser
	err = c.send(ctx, request, func(answer *http.Response) error {
		stream = answer.Body
		return nil
	})
	return stream, err
}

// Download writes a completed job's archive to a file, without holding it in memory. Where the connection breaks, it goes on from there;
// the file has its name once it is whole.
func (c *Client) Download(ctx context.Context, job *Job, path string) error {
	request, err := c.archive(job)
	if err != nil {
		return err
	}
	part := path + ".part"
	file, err := os.Create(part)
	if err != nil {
		return err
	}
	defer os.Remove(part)
	defer file.Close()
	if err := c.send(ctx, request, func(answer *http.Response) error { return request.fetch(answer, file) }); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// archive is the request for a job's archive.
func (c *Client) archive(job *Job) (*request, error) {
	if job.ZipURL == nil {
		return nil, &JobNotCompletedError{Job: job}
	}
	// What is packed on the way has no place to go on from.
	header := http.Header{"Accept-Encoding": {"identity"}}
	return &request{method: "GET", address: c.absolute(*job.ZipURL), header: header, isRepeatable: true}, nil
}

// absolute is the address of a path, or an address that is whole already.
func (c *Client) absolute(address string) string {
	if strings.HasPrefix(address, "/") {
		return c.baseURL + address
	}
	return address
}
