openapi "pets.json" :examples()
