print("pushsim-bench")
