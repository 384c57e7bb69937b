"""The doors: one file per subject. Each checks what comes in, asks the house, and answers in words."""
