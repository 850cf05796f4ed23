// Uses the module of the Go client: BASE_URL KEY TEMPLATE MISBEHAVING_URL.
package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/platen/platen-go"
)

type note struct {
	Name   string `json:"name"`
	Number int    `json:"number"`
}

var (
	ctx   = context.Background()
	ada   = note{"Ada Lovelace", 17}
	quick = &platen.Retries{Attempts: 4, FirstPause: 10 * time.Millisecond, LongestPause: time.Second}
	once  = &platen.Retries{Attempts: 1}
)

func main() {
	client := platen.New(os.Args[1], os.Args[2], platen.Settings{})
	template := must(os.ReadFile(os.Args[3]))
	made := must(client.RegisterTemplate(ctx, template, &platen.RegisterTemplateParams{
		FileName: platen.Ptr("module.docx"), Name: platen.Ptr("From a module"),
	}))
	check(made.Version == 1, made)
	documents(client, made.TemplateID, template)
	jobs(client, made.TemplateID)
	check(client.DeleteTemplate(ctx, made.TemplateID, nil) == nil, "it is deleted")
	_, err := client.GetTemplate(ctx, made.TemplateID)
	var refused *platen.ServiceError
	var family platen.Error
	check(errors.Is(err, platen.ErrUnknownTemplate) && !errors.Is(err, platen.ErrInvalidData), err)
	check(errors.As(err, &family) && errors.As(err, &refused) && refused.Status == 404, err)
	tested("Errors are types")
	retries(os.Args[4] + "/go")
	watches(os.Args[4] + "/go-seen")
	silences(os.Args[4]+"/go-silence", must(os.MkdirTemp(".", "silence")))
	threads(os.Args[4] + "/go-threads")
	webhooks()
	fmt.Println("the Go package works", platen.Version)
}

func documents(client *platen.Client, id string, template []byte) {
	// An entry is looked for on all pages.
	templates, isThere := client.AllTemplates(nil), false
	for templates.Next(ctx) {
		isThere = isThere || templates.Value().TemplateID == id
	}
	check(isThere && templates.Err() == nil, templates.Err())
	events := client.AllEvents()
	for isThere = false; events.Next(ctx); {
		target := events.Value().TargetID
		isThere = isThere || target != nil && *target == id
	}
	check(isThere && events.Err() == nil, "events are walked through")
	keys, hooks, jobs := client.AllKeys(), client.AllWebhooks(), client.AllJobs()
	check(keys.Next(ctx) && keys.Value().Scope == platen.ScopeAdminister, "keys are walked through")
	check(!hooks.Next(ctx) && !jobs.Next(ctx) && hooks.Err() == nil && jobs.Err() == nil, "there are none yet")
	nobody := platen.New("http://127.0.0.1:9", "plk_x", platen.Settings{Retries: once}).AllJobs()
	check(!nobody.Next(ctx) && nobody.Err() != nil, "a page that does not come ends the walk")
	tested("Lists are walked through")

	check(bytes.Equal(must(client.GetTemplateFile(ctx, id, nil)).Content, template), "a file comes back")
	body := platen.GenerateDocumentDto{TemplateID: &id, Format: ".docx", FileName: platen.Ptr("Für {{ name }}"), Data: ada}
	file := must(client.GenerateDocument(ctx, body, nil))
	check(file.Name == "Für Ada Lovelace.docx" && file.Warnings() == 0, file.Name)
	check(strings.Contains(text(must(os.ReadFile(must(file.Save("."))))), "Ada Lovelace, note 17"), "the text is right")
	body = platen.GenerateDocumentDto{TemplateID: &id, Format: ".pdf", Data: must(client.GenerateModel(ctx, id, nil))}
	file = must(client.GenerateDocument(ctx, body, nil))
	check(file.MediaType == "application/pdf" && file.Content[0] == '%', file.MediaType)

	_, err := client.GenerateDocument(ctx, platen.GenerateDocumentDto{TemplateID: &id, Format: ".docx", Data: struct{}{}}, nil)
	var refused *platen.ServiceError
	check(errors.Is(err, platen.ErrInvalidData) && errors.As(err, &refused), err)
	check(refused.Status == 400 && refused.RequestID != "", refused)
	check(strings.HasPrefix(refused.Errors[0].Pointer, "/data/"), refused.Errors)
}

func jobs(client *platen.Client, id string) {
	items := strings.Repeat(`{"name": "Ada Lovelace", "number": 17}`+"\n", 30)
	upload := must(client.UploadItems(ctx, strings.NewReader(items), "application/jsonl"))
	var looks []int
	job := must(client.RunJob(ctx,
		platen.GenerateDocumentsBulkDto{TemplateID: id, Format: ".docx", ItemsUploadID: &upload},
		func(job *platen.Job) { looks = append(looks, job.CompletedCount) }))
	check(looks[len(looks)-1] == 30 && job.TotalCount == 30, looks)
	check(client.Download(ctx, job, "notes.zip") == nil, "the archive is saved")
	saved := must(os.ReadFile("notes.zip"))
	check(int64(len(saved)) == *job.ZipSizeBytes, "the archive is saved whole")
	stream := must(client.Open(ctx, job))
	check(bytes.Equal(must(io.ReadAll(stream)), saved) && stream.Close() == nil, "the archive comes as a stream")
	archive := must(zip.NewReader(bytes.NewReader(saved), int64(len(saved))))
	check(strings.Contains(text(must(io.ReadAll(must(archive.File[0].Open())))), "Ada Lovelace"), "it has the documents")

	many := make([]note, 2000)
	for at := range many {
		many[at] = ada
	}
	started := must(client.GenerateDocumentsBulk(ctx,
		platen.GenerateDocumentsBulkDto{TemplateID: id, Format: ".docx", Items: many}, nil))
	must(client.CancelBulkGenerationJob(ctx, started.JobID, nil))
	_, err := client.WaitForJob(ctx, started.JobID, nil)
	var canceled *platen.JobNotCompletedError
	check(errors.As(err, &canceled) && canceled.Job.Status == "Canceled", err)
	ended, end := context.WithCancel(ctx)
	end()
	_, err = client.WaitForJob(ended, started.JobID, nil)
	check(errors.Is(err, context.Canceled), err)
	tested("Jobs are waited for")
}

// asked is what the service that misbehaves was asked of a path.
func asked(service, path string) (found []map[string]any) {
	answer := must(http.Get(service + "/asked"))
	defer answer.Body.Close()
	var all []map[string]any
	check(json.NewDecoder(answer.Body).Decode(&all) == nil, "it is JSON")
	for _, each := range all {
		if each["path"] == path {
			found = append(found, each)
		}
	}
	return found
}

func retries(service string) {
	client := platen.New(service+"/", "plk_x", platen.Settings{Retries: quick})
	file := must(client.GenerateDocument(ctx, platen.GenerateDocumentDto{Format: ".pdf", Data: ada}, nil))
	check(string(file.Content) == "%PDF", "the third attempt has an answer")
	came := asked(service, "/api/generateDocument")
	check(len(came) == 3 && came[0]["idempotency-key"] != nil, came)
	for _, each := range came {
		check(each["idempotency-key"] == came[0]["idempotency-key"], came)
	}
	// Nothing says that this one may come twice: a break is not tried again.
	_, err := client.CreateKey(ctx, platen.CreateKey{Name: "x", Scope: platen.ScopeGenerate})
	var failed *platen.ConnectionFailedError
	check(errors.As(err, &failed) && len(asked(service, "/api/keys")) == 2, err)
	_, err = platen.New("http://127.0.0.1:9", "plk_x", platen.Settings{Retries: once}).Health(ctx)
	check(errors.As(err, &failed), err)
	tested("Busy and broken answers are tried again with one key")
}

func watches(service string) {
	var seen []platen.Attempt
	client := platen.New(service, "plk_x", platen.Settings{
		Retries: quick, OnAttempt: func(attempt platen.Attempt) { seen = append(seen, attempt) },
	})
	must(client.With(platen.Settings{Key: "plk_other"}).GenerateDocument(ctx, platen.GenerateDocumentDto{Format: ".pdf", Data: ada}, nil))
	check(len(seen) == 3, seen)
	for at, status := range []int{503, 0, 200} {
		each := seen[at]
		check(each.Method == "POST" && each.Path == "/go-seen/api/generateDocument" && each.Time > 0, each)
		check(each.Number == at+1 && each.Status == status, each)
	}
	var refused *platen.ServiceError
	var failed *platen.ConnectionFailedError
	check(errors.As(seen[0].Err, &refused) && errors.As(seen[1].Err, &failed) && seen[2].Err == nil, seen)
	for _, each := range asked(service, "/api/generateDocument") {
		check(each["x-functions-key"] == "plk_other", each)
	}
	tested("A key holds for one call")
	tested("Each attempt is told of")
}

func silences(service, folder string) {
	patient := platen.New(service, "plk_x", platen.Settings{})
	hasty := patient.With(platen.Settings{Timeout: 800 * time.Millisecond, Retries: once})
	content, failed := strings.Repeat("archive", 5), new(platen.ConnectionFailedError)
	fetched := func(client *platen.Client, name string) error {
		link := "/" + name
		return client.Download(ctx, &platen.Job{ZipURL: &link}, filepath.Join(folder, name))
	}
	saved := func(name string) string { return string(must(os.ReadFile(filepath.Join(folder, name)))) }
	check(fetched(hasty, "slow") == nil && saved("slow") == content, "it is longer than the timeout")
	for _, name := range []string{"stalls", "untagged"} {
		err := fetched(hasty, name)
		check(errors.As(err, &failed), err)
	}
	tested("A timeout counts silence, not length")
	again := patient.With(platen.Settings{Retries: &platen.Retries{Attempts: 2}})
	check(fetched(again, "breaks") == nil && saved("breaks") == content, "it goes on")
	tested("Settings hold for one call")
	breaks := asked(service, "/breaks")
	check(len(breaks) == 2 && breaks[0]["range"] == nil, breaks)
	check(breaks[1]["range"] == "bytes=12-" && breaks[1]["if-range"] == `"five"`, breaks)
	tested("A download that broke goes on")
	var names []string
	for _, each := range must(os.ReadDir(folder)) {
		names = append(names, each.Name())
	}
	check(reflect.DeepEqual(names, []string{"breaks", "slow"}), names)
	tested("A file has its name once it is whole")

	check(os.WriteFile("items.jsonl", []byte("-{}\n{}"), 0o666) == nil, "it is written")
	items := must(os.Open("items.jsonl"))
	must(items.Read(make([]byte, 1)))
	check(must(again.UploadItems(ctx, items, "application/jsonl")) == "u", "items are sent again")
	_, err := again.UploadItems(ctx, io.MultiReader(strings.NewReader("{}")), "application/jsonl")
	check(errors.As(err, &failed), "what cannot be read twice is sent once")
	var sent []any
	for _, each := range asked(service, "/put") {
		sent = append(sent, each["body"])
	}
	check(reflect.DeepEqual(sent, []any{"{}\n{}", "{}\n{}", "{}"}), sent)
	tested("Items are sent from a file")
}

// threads shows that many calls wait with few threads.
func threads(service string) {
	client := platen.New(service, "plk_x", platen.Settings{Retries: quick})
	link, waiting := "/slow", sync.WaitGroup{}
	for at := 0; at < 50; at++ {
		waiting.Add(1)
		go func() {
			defer waiting.Done()
			stream := must(client.Open(ctx, &platen.Job{ZipURL: &link}))
			defer stream.Close()
			check(len(must(io.ReadAll(stream))) == 35, "it comes whole")
		}()
	}
	waiting.Wait()
	check(pprof.Lookup("threadcreate").Count() < 50, "each call has a thread")
	tested("No thread waits for an answer")
}

func webhooks() {
	key, body := []byte("a secret of some bytes"), []byte(`{"type": "job.ended", "jobId": "j", "status": "Completed", "later": 1}`)
	secret := "whsec_" + base64.StdEncoding.EncodeToString(key)
	signed := func(sent time.Time, body []byte) http.Header {
		mac, seconds := hmac.New(sha256.New, key), strconv.FormatInt(sent.Unix(), 10)
		mac.Write(append([]byte("m1."+seconds+"."), body...))
		header := http.Header{}
		header.Set("webhook-id", "m1")
		header.Set("webhook-timestamp", seconds)
		header.Set("webhook-signature", "v1,AAAA v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		return header
	}
	said := must(platen.VerifyWebhook(secret, signed(time.Now(), body), body))
	check(said.(*platen.JobNotice).JobID == "j", said)
	other := []byte(`{"type": "later.kind", "number": 12345678901234567890}`)
	said = must(platen.VerifyWebhook(secret, signed(time.Now(), other), other))
	check(said.(map[string]any)["number"] == json.Number("12345678901234567890"), said)
	old := time.Now().Add(-6 * time.Minute)
	for _, bad := range []error{
		refusal(secret, signed(time.Now(), body), other), refusal(secret, signed(old, body), body),
		refusal("whsec_?", signed(time.Now(), body), body), refusal("", signed(time.Now(), body), body),
		refusal(secret, http.Header{}, body),
	} {
		var refused *platen.WebhookRefusedError
		check(errors.As(bad, &refused), bad)
	}
	tested("Webhooks are verified")
}

func refusal(secret string, header http.Header, body []byte) error {
	_, err := platen.VerifyWebhook(secret, header, body)
	return err
}

func text(docx []byte) string {
	document := must(must(zip.NewReader(bytes.NewReader(docx), int64(len(docx)))).Open("word/document.xml"))
	return regexp.MustCompile("<[^>]*>").ReplaceAllString(string(must(io.ReadAll(document))), "")
}

func tested(behavior string) { fmt.Println("tested:", behavior) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func check(holds bool, what any) {
	if !holds {
		panic(fmt.Sprint(what))
	}
}
