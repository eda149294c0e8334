print("category-trainer")
