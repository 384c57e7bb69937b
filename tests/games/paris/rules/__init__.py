"""The rules of Paris, proven one by one."""
