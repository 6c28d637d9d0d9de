"""Landing: from the topic into the lake, each event once; what fits no contract is kept aside."""
