"""What those who look after the project run: a release, a matrix of versions, pages made from the code."""
