"""A fight told: `text` for people, `jsonl` for programs, both `plain` for terminals."""
