package platen

import (
	"encoding/json"
	"fmt"
)

// Error is any error of this package. What a program does wrong by itself, such as a context that ends or a file that cannot be written,
// has the error that it has elsewhere.
type Error interface {
	error
	isPlaten()
}

// ServiceError says that the service did not do what it was asked for (RFC 9457). errors.Is tells its code: errors.Is(err, ErrInvalidData).
type ServiceError struct {
	// Status is that of HTTP.
	Status int

	// Code is a stable word to branch on; empty where something before the service answered, such as a gateway.
	Code string

	// Errors are the single faults of the request.
	Errors []FieldError

	// RequestID finds the line in the service's log.
	RequestID string

	// Problem is all of it; nil where something before the service answered.
	Problem *Problem

	text       string
	retryAfter string
}

// ProblemCode is the code of a problem, which errors.Is finds in a ServiceError.
type ProblemCode string

// Error is the code.
func (c ProblemCode) Error() string { return string(c) }

// Error is what went wrong and how to fix it, as the service says it.
func (e *ServiceError) Error() string {
	if e.Problem != nil {
		return e.Problem.Detail
	}
	return fmt.Sprintf("HTTP %d: %.200s", e.Status, e.text)
}

// Is tells whether it has a code.
func (e *ServiceError) Is(target error) bool {
	code, ok := target.(ProblemCode)
	return ok && string(code) == e.Code
}

func refused(status int, body []byte, retryAfter string) *ServiceError {
	var problem Problem
	if json.Unmarshal(body, &problem) != nil || problem.Code == "" {
		return &ServiceError{Status: status, text: string(body), retryAfter: retryAfter}
	}
	failed := &ServiceError{
		Status: status, Code: problem.Code, RequestID: problem.RequestID, Problem: &problem, retryAfter: retryAfter,
	}
	failed.Errors = problem.Errors
	return failed
}

// ConnectionFailedError says that the service was not reached, or the connection broke, every time that it was tried.
type ConnectionFailedError struct{ cause error }

func (e *ConnectionFailedError) Error() string {
	return "the service does not answer: " + e.cause.Error()
}

// Unwrap is why.
func (e *ConnectionFailedError) Unwrap() error { return e.cause }

// JobNotCompletedError says that a job failed or was canceled, or has no archive.
type JobNotCompletedError struct {
	// Job is as it was at the last look.
	Job *Job
}

func (e *JobNotCompletedError) Error() string {
	why := "no document was made"
	if e.Job.ErrorMessage != nil {
		why = *e.Job.ErrorMessage
	}
	return fmt.Sprintf("job %s is %s: %s", e.Job.JobID, e.Job.Status, why)
}

// WebhookRefusedError says that a message is not from the service, or is old.
type WebhookRefusedError struct{ why string }

func (e *WebhookRefusedError) Error() string { return e.why }

func (*ServiceError) isPlaten()          {}
func (*ConnectionFailedError) isPlaten() {}
func (*JobNotCompletedError) isPlaten()  {}
func (*WebhookRefusedError) isPlaten()   {}
