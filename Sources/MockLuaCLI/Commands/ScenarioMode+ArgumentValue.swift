import MockLua

extension ScenarioMode: ArgumentValue {}
