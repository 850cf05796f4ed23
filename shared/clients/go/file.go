package platen

import (
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// File is one that the service answered with.
type File struct {
	Content []byte

	// MediaType is such as application/pdf.
	MediaType string

	// Name is the one to save it under; empty where the service gives none.
	Name string

	// Header has all headers of the answer.
	Header http.Header
}

func newFile(content []byte, header http.Header) *File {
	mediaType, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	_, disposition, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	return &File{Content: content, MediaType: mediaType, Name: disposition["filename"], Header: header}
}

// Warnings is how many warnings the document has: what it lacks, or shows differently from Word.
func (f *File) Warnings() int {
	count, _ := strconv.Atoi(f.Header.Get("Platen-Warnings"))
	return count
}

// Save writes the file to a path, or into a folder under its own name, and returns where it is.
func (f *File) Save(path string) (string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		// The name is the service's; no part of it leads to another folder.
		name := f.Name[strings.LastIndexAny(f.Name, `/\`)+1:]
		if name == "" || name == "." || name == ".." {
			name = "document"
		}
		path = filepath.Join(path, name)
	}
	return path, os.WriteFile(path, f.Content, 0o666)
}
