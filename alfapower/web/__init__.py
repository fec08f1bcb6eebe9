"""Server and middleware between the network and the views: limits, headers, errors, and responses under overload."""
