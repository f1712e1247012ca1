"""The lab's report for Breaking Away."""
