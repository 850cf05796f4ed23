package platen

import "context"

// Iterator walks through the entries of all pages of a list:
//
//	for templates.Next(ctx) {
//		fmt.Println(templates.Value().Name)
//	}
//	if err := templates.Err(); err != nil { ... }
type Iterator[T any] struct {
	page    func(context.Context) (entries []T, isLast bool, err error)
	entries []T
	value   T
	isLast  bool
	err     error
}

// paged walks through pages that are counted from 1, until one is empty.
func paged[T any](page func(ctx context.Context, number int64) ([]T, error)) *Iterator[T] {
	number := int64(0)
	return &Iterator[T]{page: func(ctx context.Context) ([]T, bool, error) {
		number++
		entries, err := page(ctx, number)
		return entries, len(entries) == 0, err
	}}
}

// Next goes to the next entry, and asks for the next page where it is needed. It is false at the end, or when a page does not come.
func (i *Iterator[T]) Next(ctx context.Context) bool {
	for len(i.entries) == 0 {
		if i.isLast || i.err != nil {
			return false
		}
		i.entries, i.isLast, i.err = i.page(ctx)
	}
	i.value, i.entries = i.entries[0], i.entries[1:]
	return true
}

// Value is the entry that Next went to.
func (i *Iterator[T]) Value() T { return i.value }

// Err is why there are no more entries; nil at the end.
func (i *Iterator[T]) Err() error { return i.err }
