"""What people hold in their hands: signs, filings and sheets, typeset from the definitions."""
