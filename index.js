// n8n finds the nodes and credentials through the "n8n" section of package.json, so there's nothing to import.
