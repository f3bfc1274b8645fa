package tree

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// userPatterns gives the ignore rules that lie outside the work tree, weakest
// first: core.excludesFile, then info/exclude (see gitignore).
func (r *Repository) userPatterns() []gitignore.Pattern {
	file := r.setting("core", "excludesfile")
	if file == "" {
		file = filepath.Join(configHome(), "git", "ignore")
	}
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		home, _ := os.UserHomeDir()
		file = filepath.Join(home, rest)
	}
	patterns := readIgnore(file, nil)
	return append(patterns, readIgnore(filepath.Join(r.common, "info", "exclude"), nil)...)
}

// readIgnore reads one file of ignore rules. One that is not there or cannot
// be read has none, as for git.
func readIgnore(file string, domain []string) []gitignore.Pattern {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var patterns []gitignore.Pattern
	lines := bufio.NewScanner(bytes.NewReader(content))
	for lines.Scan() {
		line := strings.TrimSuffix(lines.Text(), "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		patterns = append(patterns, gitignore.ParsePattern(line, domain))
	}
	return patterns
}

// setting reads a setting of the repository, of the user, or of the system.
func (r *Repository) setting(section, key string) string {
	r.mu.Lock()
	cfg, err := r.store.Config()
	r.mu.Unlock()
	if v := option(cfg, err, section, key); v != "" {
		return v
	}
	for _, scope := range []config.Scope{config.GlobalScope, config.SystemScope} {
		cfg, err := config.LoadConfig(scope)
		if v := option(cfg, err, section, key); v != "" {
			return v
		}
	}
	return ""
}

func option(cfg *config.Config, err error, section, key string) string {
	if err != nil || cfg == nil || cfg.Raw == nil {
		return ""
	}
	return cfg.Raw.Section(section).Option(key)
}

func configHome() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return dir
	}
	home, _ := os.UserHomeDir()
	return filepath.Join(home, ".config")
}
