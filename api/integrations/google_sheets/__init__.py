"""Google Sheets: submissions as rows of a spreadsheet."""
