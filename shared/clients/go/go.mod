module github.com/platen/platen-go

go 1.19
