// Unpacks CPython 3.13 into the given folder and prints the path of its executable.
package main

import (
	"fmt"
	"os"

	"github.com/kluctl/go-embed-python/python"
)

func main() {
	embedded, err := python.NewEmbeddedPythonWithTmpDir(os.Args[1], false)
	if err == nil {
		var path string
		if path, err = embedded.GetExePath(); err == nil {
			fmt.Println(path)
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
