print("bulletin")
