package commit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Patches writes contents as numbered patches into a folder that is not there
// yet, or is empty: git am of all of them, on from, gives them one after the
// other. The same contents give the same bytes. On an error there is no folder.
func Patches(repository, folder, from string, contents []Content) ([]Made, error) {
	if err := vacant(folder); err != nil {
		return nil, err
	}
	g, err := open(repository, true)
	if err != nil {
		return nil, err
	}
	defer g.close()
	date, err := g.text("show", "-s", "--format=%cI", from)
	if err != nil {
		return nil, err
	}
	made, err := g.chain(from, contents, date, false)
	if err != nil {
		return nil, err
	}
	if len(made) == 0 {
		return nil, errors.New("no commit of the plan changes a file")
	}
	out := filepath.Join(g.scratch, "patches")
	if err := g.format(out, from, made[len(made)-1].Commit); err != nil {
		return nil, err
	}
	files, err := move(out, folder)
	if err == nil && len(files) != len(made) {
		err = fmt.Errorf("git made %d patches of %d commits", len(files), len(made))
	}
	if err != nil {
		return nil, err
	}
	for i := range made {
		made[i].File = files[i]
	}
	return made, nil
}

// format has git write the patches, whatever the user's settings for mails and
// diffs are.
func (g *git) format(out, from, to string) error {
	_, err := g.run(nil, "-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false", "-c", "format.notes=false",
		"format-patch", "-o", out, "--quiet", "--no-signature", "--no-attach", "--no-thread", "--no-cover-letter", "--no-numbered",
		"--no-signoff", "--no-add-header", "--no-to", "--no-cc", "--no-base", "--suffix=.patch", "--subject-prefix=PATCH",
		"--full-index", "--binary", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--src-prefix=a/", "--dst-prefix=b/",
		"--zero-commit", from+".."+to)
	return err
}

// vacant refuses a folder that holds something.
func vacant(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("the folder %s is not empty; name another one, or remove it", folder)
	}
	return nil
}

// move copies the patches beside the folder and renames the whole.
func move(from, folder string) ([]string, error) {
	folder = filepath.Clean(folder)
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return nil, err
	}
	beside, err := os.MkdirTemp(filepath.Dir(folder), "."+filepath.Base(folder)+"-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(beside) // gone by then, if all went well
	if err := os.CopyFS(beside, os.DirFS(from)); err != nil {
		return nil, err
	}
	if err := os.Chmod(beside, 0o755); err != nil {
		return nil, err
	}
	if err := os.Remove(folder); err != nil && !errors.Is(err, os.ErrNotExist) { // it was empty; Rename replaces no folder
		return nil, err
	}
	if err := os.Rename(beside, folder); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	var files []string
	for _, e := range entries {
		files = append(files, filepath.Join(folder, e.Name()))
	}
	return files, err
}

// HasCarriageReturns says whether a patch needs git am --keep-cr: without it
// git am takes the line ends for those of a mail.
func HasCarriageReturns(file string) (bool, error) {
	content, err := os.ReadFile(file)
	return strings.Contains(string(content), "\r\n"), err
}
