"""All that knows PyMuPDF."""

from app.extract.pdf import library as library
